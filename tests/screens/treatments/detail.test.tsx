import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getMapGeojson, getMapVersions } from '#contract/map';
import {
  getRecalculateStats,
  getTreatmentDetail,
  getTreatmentDownload,
  getTreatmentLayer,
  type Treatment,
} from '#contract/fleet/treatment';
import { dateTimeText } from '#domain/text/dates';
import { keyOf, type EventPayload } from '#streams/event';
import {
  aDetail,
  answered,
  failed,
  job,
  layerResponse,
  ON_MAP,
  planResponse,
  treatmentResponse,
  treatmentDetail,
} from './aTreatmentDetail.tsx';

const findMap = () => screen.findByRole('group', { name: /^Map View: arrow keys/ }, { timeout: 15_000 });
const toggle = (name: string) => screen.getByRole('switch', { name });
const button = (name: string) => screen.getByRole('button', { name });
const ID = { id: 't/1' };
const ILLEGAL = 'Found an illegal map version, defaulting to 2.8.1';
const recount = { key: keyOf({ call: getRecalculateStats.name, params: ID, query: {} }), call: getRecalculateStats.name };
const recounting: EventPayload = { kind: 'request.started', ...recount };
const recounted: EventPayload = { kind: 'request.succeeded', ...recount, answer: { result: aDetail() } };

it('[TRT-015] [CALL-086] it is reached by link, and asks for the treatment of the address', () => {
  expect(routes.find(({ path }) => path === '/treatments/detail')).toMatchObject({ title: 'Treatment Detail', place: 'hidden' });
  const { askedOf } = treatmentDetail();
  expect(screen.getByRole('textbox', { name: 'Treatment ID' })).toHaveValue('t/1');
  expect(askedOf(getTreatmentDetail)).toEqual([['query.subscribed', ID]]);
});

it('[TRT-016] [MSG-115] [GAP-69] Get Detail loads the id in the field, and loads it again', async () => {
  const { user, askedOf, address } = treatmentDetail([], { address: '/treatments/detail' });
  expect(button('Get Detail')).toBeDisabled();
  expect(askedOf(getTreatmentDetail)).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Treatment ID' }), 't/1');
  await user.click(button('Get Detail'));
  expect(address()).toBe('/treatments/detail?treatment_id=t%2F1');
  await user.click(button('Get Detail'));
  expect(askedOf(getTreatmentDetail)).toEqual([
    ['query.subscribed', ID],
    ['query.requested', ID],
  ]);
});

it('[TRT-017] [CALL-083] [OPEN-83] [GAP-69] Refresh Data recalculates, and then loads', async () => {
  const { user, askedOf, learn } = treatmentDetail([treatmentResponse(aDetail())]);
  await user.click(button('Refresh Data'));
  expect(askedOf(getRecalculateStats)).toEqual([['query.requested', ID]]);
  expect(askedOf(getTreatmentDetail)).toHaveLength(1);
  await user.click(button('Refresh Data'));
  learn([2, recounting]);
  await user.click(button('Refresh Data'));
  expect(askedOf(getRecalculateStats)).toHaveLength(1);
  learn([3, recounted]);
  expect(askedOf(getTreatmentDetail).at(-1)).toEqual(['query.requested', ID]);
});

it('[TRT-016] [TRT-017] the result of the recount of one treatment does not show over another', async () => {
  const { user, learn, intents } = treatmentDetail([treatmentResponse(aDetail()), treatmentResponse(aDetail({ id: 't2' }))]);
  await user.click(button('Refresh Data'));
  learn([2, recounting]);
  expect(button('Refresh Data')).toHaveAttribute('aria-busy', 'true');
  await user.clear(screen.getByRole('textbox', { name: 'Treatment ID' }));
  await user.type(screen.getByRole('textbox', { name: 'Treatment ID' }), 't2{Enter}');
  expect(button('Refresh Data')).toHaveAttribute('aria-busy', 'false');
  learn([3, failed(getRecalculateStats, ID, 500)]);
  expect(intents.some(({ kind }) => kind === 'alert.raised')).toBe(false);
});

it('[TRT-018] [CALL-087] Download saves it as a file', async () => {
  const { user, askedOf } = treatmentDetail([treatmentResponse(aDetail())]);
  await user.click(button('Download'));
  expect(askedOf(getTreatmentDownload)).toEqual([['query.requested', ID]]);
});

it.each<[string, Partial<Treatment>, boolean]>([
  ['v2 to v3', { original_version: 2, version: 3 }, true],
  ['v1 to v3', { original_version: '1', version: 3 }, true],
  ['v3 to v3', { original_version: '3', version: 3 }, false],
  ['an original that is not known', { original_version: null }, false],
  ['a version that is null', { original_version: 2, version: null }, false],
  ['a version that is missing', { original_version: 2, version: undefined }, false],
])('[TRT-019] [MSG-116] conversion, %s', (versions, over, isShown) => {
  treatmentDetail([treatmentResponse(aDetail(over))]);
  const notice = screen.queryByText(/^Treatment has been converted/);
  expect(notice?.textContent ?? null).toBe(isShown ? `Treatment has been converted from ${versions}` : null);
});

it('[TRT-020] [OPEN-127] the plan of its map is shown as it was driven', async () => {
  const { askedOf } = treatmentDetail([treatmentResponse(aDetail()), planResponse]);
  expect(askedOf(getMapGeojson)).toEqual([['query.subscribed', ON_MAP]]);
  expect(await findMap()).toBeVisible();
}, 20_000);

it('[TRT-021] [TRT-022] [TRT-023] [TRT-024] [MSG-117] [CALL-082] job states are shown, time and dosage exclude each other', async () => {
  const { user, askedOf, learn } = treatmentDetail([treatmentResponse(aDetail()), planResponse]);
  await findMap();
  const names = ['Show Job States', 'Show Treatment Time', 'Show Dosage'];
  const on = () => names.map((name) => toggle(name).getAttribute('aria-checked') ?? String(toggle(name).matches(':checked')));
  expect(on()).toEqual(['true', 'false', 'false']);
  expect(askedOf(getTreatmentLayer)).toEqual([]);
  await user.click(toggle('Show Treatment Time'));
  expect(on()).toEqual(['true', 'true', 'false']);
  expect(askedOf(getTreatmentLayer)).toEqual([['query.subscribed', { ...ID, layer: 'treatment_time' }]]);
  learn([2, layerResponse('treatment_time', 's', ['101', 150], ['102', 75])]);
  expect(screen.getByText(/^Treatment time 0/).parentElement).toHaveTextContent('00:02:30');
  await user.click(toggle('Show Dosage'));
  expect(on()).toEqual(['true', 'false', 'true']);
  learn([3, layerResponse('dosage', 'J/m²')]);
  expect(screen.getByText('Dosage of this treatment is not known')).toBeVisible();
  await user.click(toggle('Show Dosage'));
  await user.click(toggle('Show Job States'));
  expect(on()).toEqual(['false', 'false', 'false']);
}, 20_000);

it('[TRT-022] [TRT-023] time and dosage that fail can be tried again, and are asked again after a recount', async () => {
  const { user, askedOf, learn } = treatmentDetail([treatmentResponse(aDetail()), planResponse]);
  await findMap();
  await user.click(toggle('Show Dosage'));
  learn([2, failed(getTreatmentLayer, { ...ID, layer: 'dosage' }, 500)]);
  expect(screen.getByText('Loading dosage failed')).toBeVisible();
  expect(screen.queryByText(/is not known/)).toBeNull();
  await user.click(button('Try Again'));
  const asked = ['query.requested', { ...ID, layer: 'dosage' }];
  expect(askedOf(getTreatmentLayer).slice(1)).toEqual([asked]);
  learn([3, layerResponse('dosage', 'J/m²', ['101', 420])]);
  expect(screen.queryByText('Loading dosage failed')).toBeNull();
  learn([4, recounting]);
  learn([5, recounted]);
  expect(askedOf(getTreatmentLayer).slice(1)).toEqual([asked, asked]);
}, 20_000);

it('[TRT-025] the legend shows the colours of the lanes with their counts', async () => {
  treatmentDetail([treatmentResponse(aDetail({ jobs: [job('101', 'FAILED'), job('101', 'COMPLETED')] })), planResponse]);
  await findMap();
  const legends = screen.getAllByRole('list').map((list) =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  );
  expect(legends).toContainEqual(['Recovered 1', 'No job 1']);
}, 20_000);

it.each<[string, Partial<Treatment>, ReturnType<typeof treatmentResponse>[]]>([
  ['a version that nobody knows', {}, [failed(getMapGeojson, ON_MAP, 404), failed(getMapVersions, { id: ON_MAP.id }, 404)]],
  ['no map', { map_id: null }, []],
  ['an empty map', { map_id: '' }, []],
])('[TRT-020] with %s there is no map, and all the rest', (_name, over, events) => {
  treatmentDetail([treatmentResponse(aDetail(over)), ...events]);
  expect(screen.getByText('Map could not be generated')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Failed Jobs' })).toBeVisible();
});

it('[NEAR1] where its map lacks the version, the nearest one is shown under its name', () => {
  const { learn, askedOf } = treatmentDetail([treatmentResponse(aDetail()), failed(getMapGeojson, ON_MAP, 404)]);
  expect(screen.queryByText('Map could not be generated')).toBeNull();
  expect(askedOf(getMapVersions)).toEqual([['query.subscribed', { id: ON_MAP.id }]]);
  learn([2, answered(getMapVersions, { id: ON_MAP.id }, { versions: ['1.9.9#1#1#1#1#1#1#1#1', '9.0.0#1#1#1#1#1#1#1#1'] })]);
  expect(askedOf(getMapGeojson).at(-1)).toEqual(['query.subscribed', { id: ON_MAP.id, version: '1.9.9' }]);
  const warning = `This map has no version ${ON_MAP.version}: the nearest one, 1.9.9, is shown, where lanes may be elsewhere.`;
  expect(screen.getByText(warning)).toBeVisible();
});

it('[NEAR2] a treatment that names no version is shown on the newest plan, with a note', () => {
  const { learn, askedOf } = treatmentDetail([treatmentResponse(aDetail({ map_version: null }))]);
  expect([askedOf(getMapVersions), askedOf(getMapGeojson)]).toEqual([[['query.subscribed', { id: ON_MAP.id }]], []]);
  learn([2, answered(getMapVersions, { id: ON_MAP.id }, { versions: ['2.1.1#1#1#1#1#1#1#1#1', '9.0.0#1#1#1#1#1#1#1#1'] })]);
  expect(askedOf(getMapGeojson)).toEqual([['query.subscribed', { id: ON_MAP.id, version: '9.0.0' }]]);
  expect(screen.getByText(/^The version of this map is not known: the newest one, 9\.0\.0, is shown/)).toBeVisible();
});

it('[TRT-020] a plan that did not come can be tried again', async () => {
  const { user, askedOf } = treatmentDetail([treatmentResponse(aDetail()), failed(getMapGeojson, ON_MAP, 500)]);
  await user.click(button('Try Again'));
  expect(askedOf(getMapGeojson).at(-1)).toEqual(['query.requested', ON_MAP]);
});

it('[TRT-020] [RULE-050] an illegal map version is replaced, and a notice says so before the plan has come and when it does not', () => {
  const { askedOf, learn } = treatmentDetail([treatmentResponse(aDetail({ map_version: '2.8.-1#4#1#3#2#1#1#2#1' }))]);
  expect(screen.getByText(ILLEGAL)).toBeVisible();
  learn([2, failed(getMapGeojson, { id: 'de-linde-2', version: '2.8.1' }, 404)]);
  expect(screen.getByText(ILLEGAL)).toBeVisible();
  expect(askedOf(getMapGeojson)).toEqual([['query.subscribed', { id: 'de-linde-2', version: '2.8.1' }]]);
});

it('[TRT-026] [RULE-079] the failed jobs are listed with their codes, recovered ones are not', async () => {
  const jobs = [
    job('101', 'FAILED', { error_code: '0x03000117' }),
    job('102', 'FAILED', { error_code: '0x0A010023' }),
    job('102', 'COMPLETED'),
    job('103', 'FAILED'),
    job('103', 'FAILED', { error_code: '0x00000002' }),
  ];
  const { user } = treatmentDetail([treatmentResponse(aDetail({ jobs }))]);
  const table = within(screen.getByRole('table', { name: 'Jobs that failed' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['101', '7', '0x03000117'],
    ['103', '7', '-'],
    ['103', '7', '0x00000002'],
  ]);
  expect(screen.queryByText('All Completed')).toBeNull();
  await user.click(table.getByRole('button', { name: '0x03000117' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('lane end not found');
});

it.each<[string, Treatment['jobs']]>([
  ['all completed', [job('101', 'COMPLETED')]],
  ['one recovered', [job('101', 'FAILED'), job('101', 'COMPLETED')]],
  ['no jobs', null],
])('[TRT-027] [MSG-118] with %s it says so', (_name, jobs) => {
  treatmentDetail([treatmentResponse(aDetail({ jobs }))]);
  expect(screen.getByText('All Completed')).toBeVisible();
});

it('[TRT-027] beside lanes that are not treated it says that they are not', () => {
  treatmentDetail([
    treatmentResponse(aDetail({ jobs: [job('101', 'QUEUED'), job('102', 'COMPLETED')], stats: { total_asked: 15, total_treated: 1 } })),
  ]);
  expect(screen.getByText('No job has failed; 14 lanes are not treated yet.')).toBeVisible();
});

it('[TRT-020] [RULE-074] a lane that waits again after a failed job says so', () => {
  treatmentDetail([treatmentResponse(aDetail({ jobs: [job('101', 'FAILED'), job('101', 'QUEUED')] }))]);
  expect(within(screen.getByRole('table', { name: 'Results by lane' })).getByText('Queued again after a failure')).toBeVisible();
});

it.each([
  ['RUNNING', 'Queued or running 2'],
  ['QUEUED', 'Queued 2'],
])(
  '[LANE1] beside a queued lane one that is %s is "%s" in the legends of strip and plan',
  async (status, text) => {
    treatmentDetail([treatmentResponse(aDetail({ jobs: [job('101', 'QUEUED'), job('102', status)] })), planResponse]);
    await findMap();
    expect(screen.getAllByRole('listitem').filter(({ textContent }) => textContent === text)).toHaveLength(2);
  },
  20_000,
);

it('[MAPV3] the dosages have the unit that the treatment names', () => {
  treatmentDetail([treatmentResponse(aDetail({ dosage_unit: 'ml/m²', jobs: [{ ...job('101', 'COMPLETED'), dosage: 3 }] }))]);
  expect(screen.getByRole('columnheader', { name: /^Dosage \(ml\/m²\)/ })).toBeVisible();
});

it('[TRT-028] it leads to the treatments of its device', () => {
  treatmentDetail([treatmentResponse(aDetail({ device_serials: ['LF 02&x=1'] }))]);
  const link = screen.getByRole('link', { name: 'Boris, LF 02&x=1' });
  expect(link).toHaveAttribute('href', '/device/treatments?device_serial=LF%2002%26x%3D1');
});

it('[TRT-029] [GAP-24] [RULE-072] before its start it says when that will be, estimated', () => {
  const jobs = [{ job_type: 'waiting', object_id: 'waiting - 90' }, job('101', 'QUEUED')];
  treatmentDetail([treatmentResponse(aDetail({ start_time: null, jobs }))]);
  expect(screen.getByText('estimated').parentElement).toHaveTextContent(dateTimeText('2026-03-04T12:01:30Z'));
});

it('[TRT-020] the content of the map is in a table too', () => {
  treatmentDetail([treatmentResponse(aDetail())]);
  const row = within(screen.getByRole('table', { name: 'Results by lane' })).getAllByRole('row')[1] ?? document.body;
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['101', 'Completed', '00:02:30', '420']);
});

it('[CHART11] without a time or a dosage of a lane there is a sentence in place of the chart', () => {
  const { unmount } = treatmentDetail([treatmentResponse(aDetail({ jobs: [job('101', 'COMPLETED')] }))]);
  expect(screen.getByText('No treatment time or dosage of a lane is known.')).toBeVisible();
  unmount();
  treatmentDetail([treatmentResponse(aDetail())]);
  expect(screen.getByRole('region', { name: 'Time and dosage by lane' })).toBeVisible();
  expect(screen.queryByText('No treatment time or dosage of a lane is known.')).toBeNull();
});

it('[TRT-015] an unknown treatment, a failure and the past have their words', async () => {
  const { user, learn, askedOf, unmount } = treatmentDetail([failed(getTreatmentDetail, ID, 404)]);
  expect(screen.getByText('Treatment not found')).toBeVisible();
  expect(button('Refresh Data')).toBeDisabled();
  expect(button('Download')).toBeDisabled();
  learn([2, failed(getTreatmentDetail, ID, 500)]);
  await user.click(button('Try Again'));
  expect(askedOf(getTreatmentDetail).at(-1)).toEqual(['query.requested', ID]);
  unmount();
  treatmentDetail([], { isPast: true });
  expect(screen.getByText('Not known at that time')).toBeVisible();
});

it('[WAY4] a treatment leads to its events', () => {
  treatmentDetail([treatmentResponse(aDetail())]);
  expect(screen.getByRole('link', { name: 'Event Analysis' })).toHaveAttribute('href', '/treatments/event_analysis?treatment_id=t%2F1');
});
