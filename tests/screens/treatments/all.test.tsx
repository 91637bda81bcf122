import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getTreatmentAll, getTreatmentDownload, type Treatment } from '#contract/fleet/treatment';
import { dateTimeText } from '#domain/text/dates';
import { AllTreatmentsScreen } from '#screens/treatments/all/AllScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { aDevice, devicesKnown, showing } from '../../widgets/aConsole.tsx';
import { cells } from '../onScreen.ts';

const NOW = Date.UTC(2026, 2, 5);
type Query = Readonly<Record<string, string | number>>;
const keyFor = (query: Query) => keyOf({ call: getTreatmentAll.name, params: {}, query: { page: 0, per_page: 10, ...query } });
const page = (results: readonly Treatment[], query: Query = {}, total = results.length): EventPayload => ({
  kind: 'request.succeeded',
  key: keyFor(query),
  call: getTreatmentAll.name,
  answer: { total, results },
});
const failed: EventPayload = { kind: 'request.failed', key: keyFor({}), call: getTreatmentAll.name, failure: { status: 500, message: '' } };

const done: Treatment = {
  id: 't/1',
  creation_time: '2026-03-04T12:00:00Z',
  start_time: '2026-03-04T12:02:00Z',
  version: 3,
  finish_status: 'partially_completed',
  device_serials: ['LF-02'],
  device_names: ['Boris'],
  map_id: 'de-linde-2',
  map_name: 'De Linde 2',
  treatment_type: 'UV',
  test_mission: true,
  stats: { total_asked: 12, total_treated: 9, coverage: 0.75, reached_end: false },
};
const waiting: Treatment = {
  id: 't2',
  creation_time: '2026-03-04T13:00:00Z',
  start_time: null,
  wait_time: 90,
  version: 3,
  finish_status: '',
  device_serials: ['LF-01'],
  map_id: 'old-map',
  test_mission: false,
  stats: null,
};
const bare: Treatment = { id: 't3', creation_time: '2026-03-04T11:00:00Z', version: 3, device_serials: [] };

interface Options {
  readonly address?: string;
  readonly isPast?: boolean;
}

function list(events: readonly EventPayload[] = [page([waiting, done])], { address = '/treatments/all', isPast = false }: Options = {}) {
  const intents: Intent[] = [];
  const known = devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Boris'));
  const options = { address, events: [known, ...events].map((one) => [NOW, one] as const) };
  const shown = showing(<AllTreatmentsScreen />, isPast ? options : { ...options, intents });
  /** The open request: the last subscribed one. */
  const open = () =>
    intents
      .flatMap((intent) => (intent.kind === 'query.subscribed' && intent.request.call === getTreatmentAll.name ? [intent] : []))
      .at(-1);
  return { ...shown, intents, open, user: userEvent.setup() };
}

it('[SHELL-014] [TRT-001] [MSG-113] the group of treatments leads to it', () => {
  expect(routes.find(({ path }) => path === '/treatments/all')).toMatchObject({
    title: 'Overview All Treatments',
    place: 'menu',
    group: 'treatments',
  });
  list();
  expect(screen.getByRole('heading', { level: 2, name: 'Overview All Treatments' })).toBeVisible();
});

it('[TRT-003] [TRT-005] [TRT-006] [TRT-007] [TRT-009] [TRT-010] [TRT-011] [RULE-058] a treatment is a row', () => {
  list();
  expect(screen.getAllByRole('columnheader').map((head) => head.firstChild?.textContent)).toEqual([
    'Start time',
    'Map',
    'Treatment type',
    'Device',
    'Finish status',
    'Coverage',
    'Test mission',
    'To Details',
    'Download',
  ]);
  const time = dateTimeText('2026-03-04T12:02:00Z');
  expect(cells()[1]?.slice(0, 7)).toEqual([time, 'De Linde 2', 'UV', 'Boris, LF-02', 'Partially completed', '75 %', 'Yes']);
});

it('[TRT-008] [ANY1] a device without a name stands with its serial, and the next one with its own name', () => {
  list([page([{ ...done, device_serials: ['LF-01', 'LF-02'], device_names: [null, 'Boris'] }])]);
  expect(cells()[0]?.[3]).toBe('LF-01; Boris, LF-02');
});

it('[TRT-004] [MSG-114] [GAP-24] [TRT-014] [RULE-071] one that has not begun says when it was created, and turns', () => {
  list();
  expect(cells()[0]?.slice(0, 7)).toEqual([
    `Created: ${dateTimeText('2026-03-04T13:00:00Z')}`,
    'old-map',
    '-',
    'LF-01',
    'Running',
    '-',
    'No',
  ]);
  const running = screen.getByText('Running').closest('[data-tone=running]');
  expect(running?.querySelector('.lucide-loader-circle')).not.toBeNull();
});

it('[TRT-003] a missing value is a dash', () => {
  list([page([bare])]);
  expect(cells()[0]?.slice(0, 7)).toEqual([`Created: ${dateTimeText('2026-03-04T11:00:00Z')}`, '-', '-', '', 'Running', '-', '-']);
});

it('[TRT-012] [TRT-013] a row leads to its detail, and its file is saved', async () => {
  const { user, intents } = list([page([done])]);
  expect(screen.getByRole('link', { name: 'To Details' })).toHaveAttribute('href', '/treatments/detail?treatment_id=t%2F1');
  await user.click(screen.getByRole('button', { name: 'Download treatment t/1' }));
  expect(intents.filter(({ kind }) => kind === 'query.requested')).toMatchObject([
    { request: { call: getTreatmentDownload.name, params: { id: 't/1' } } },
  ]);
});

it('[TRT-002] [CALL-080] [GAP-114] [RULE-091] it is asked page by page, once each; Refresh Data asks again', async () => {
  const { user, open, intents } = list([page([waiting, done], {}, 23)]);
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  expect(open()).toMatchObject({ request: { query: { page: 2, per_page: 10 } }, everyMs: null });
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
  expect(intents.at(-1)).toMatchObject({ kind: 'query.requested', request: { query: { page: 2, per_page: 10 } } });
});

it('[TRT-008] [CALL-080] the device column has a filter, which is asked from the first page and stands in the address', async () => {
  const { user, open, address } = list([page([waiting, done], {}, 23)]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  const filter = screen.getByRole('combobox', { name: 'Filter Device' });
  expect(
    within(filter)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All', 'Alba, LF-01', 'Boris, LF-02']);
  await user.selectOptions(filter, 'Boris, LF-02');
  expect(open()?.request.query).toEqual({ device_serial: 'LF-02', page: 0, per_page: 10 });
  expect(address()).toBe('/treatments/all?device_serial=LF-02');
  await user.selectOptions(filter, 'All');
  expect(address()).toBe('/treatments/all');
});

it.each([
  ['?device_serial=XX-9', { device_serial: 'XX-9' }],
  ['?device_serial=&from=yesterday&to=%00', {}],
  ['?from=2026-03-04T12:00:00Z&to=2026-03-05T00:00:00Z', { from: '2026-03-04T12:00:00Z', to: '2026-03-05T00:00:00Z' }],
])('[GAP-69] [CALL-080] an address with %s asks for %j', (search, query) => {
  const { open } = list([], { address: `/treatments/all${search}` });
  expect(open()?.request.query).toEqual({ ...query, page: 0, per_page: 10 });
});

it('[TRT-008] a device of the address that nobody knows is named, and can be let go', async () => {
  const { user, open } = list([page([], { device_serial: 'XX-9' })], { address: '/treatments/all?device_serial=XX-9' });
  expect(screen.getByRole('combobox', { name: 'Filter Device' })).toHaveValue('XX-9');
  expect(screen.getByText('No rows found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  expect(open()?.request.query).toEqual({ page: 0, per_page: 10 });
});

it('[GAP-69] the time of creation may be limited at either end, from the first page', async () => {
  const { user, open } = list([page([waiting, done], {}, 23)], { address: '/treatments/all?from=2026-03-04T12:00:00.000Z' });
  await user.click(screen.getByRole('button', { name: 'Created from: 5 minutes earlier' }));
  expect(open()?.request.query).toEqual({ from: '2026-03-04T11:55:00.000Z', page: 0, per_page: 10 });
  await user.clear(screen.getByLabelText('Created from'));
  await user.tab();
  expect(open()?.request.query).toEqual({ page: 0, per_page: 10 });
});

it('[GAP-69] an end before the start shows a problem', () => {
  list([], { address: '/treatments/all?from=2026-03-05T12:00:00Z&to=2026-03-04T12:00:00Z' });
  expect(screen.getByText('The end lies before the start.')).toBeVisible();
});

it('[TRT-002] [RULE-113] loading, failed and unknown have their looks', async () => {
  const { user, learn, intents, unmount } = list([]);
  expect(screen.getByRole('table', { name: 'Treatments' })).toHaveAttribute('aria-busy', 'true');
  learn([NOW + 1, failed]);
  expect(screen.getByText('No rows found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(intents.at(-1)).toMatchObject({ kind: 'query.requested' });
  unmount();
  list([], { isPast: true });
  expect(screen.getByText('Not known at that time')).toBeVisible();
});
