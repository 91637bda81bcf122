import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getMapGeojson, getMapVersions } from '#contract/map';
import { devicesOnPlan } from '#widgets/devicePose';
import { laneWork } from '#screens/device/detail/laneWork';
import { sitePlan } from '#domain/places/sitePlan';
import { trailAfter } from '#screens/device/detail/DevicePlan';
import type { DeviceRow } from '#state/fleet';
import { aState, reported } from '../../state/eventsOf.ts';
import { aPlan } from '../../support/aPlan.ts';
import { alba, cells, detail, failed, section, site, response } from './aDetail.tsx';

const asked = { id: 'van-houte-1', version: '3.4.2' };
const plan = response(getMapGeojson, asked, { layers: aPlan() });
const pose = { current_node: 'n101', current_pose_x: 1.234, current_pose_y: -5, current_pose_theta: 0, current_velocity: 0.5 };
const here = reported('LF-01', 2, pose);
// The first reading of the drawing may take longer than a wait usually lasts.
const findPlan = () => screen.findByRole('group', { name: /^Current Location: arrow keys/ }, { timeout: 15_000 });
const row = (second: number, x: number | null): DeviceRow => ({
  serial: 'LF-01',
  reportedAt: second * 1_000,
  receivedAt: second * 1_000,
  state: aState({ current_pose_x: x, current_pose_y: 0 }),
  isPresent: true,
  vanishedAt: null,
  errorBegan: null,
});

it('[DEV-049] asks for the plan of the site by its dotted version, and shows it with the device beside its table', async () => {
  const { intents } = detail([
    [1, site()],
    [2, here],
    [2, plan],
  ]);
  expect(intents).toContainEqual({
    kind: 'query.subscribed',
    request: { call: getMapGeojson.name, params: asked, query: {} },
    everyMs: null,
  });
  expect(await findPlan()).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Current Location' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'n101' })).toBeVisible();
}, 20_000);

it('[DEV-049] the mark stands at the reported pose, and in the colour of offline when the device is not live', () => {
  const known = { ...row(2, 1), state: aState(pose) };
  expect(devicesOnPlan(alba, known, true)).toEqual([
    { serial: 'LF-01', name: 'Alba', node: 'n101', x: 1.234, y: -5, theta: 0, velocity: 0.5, tone: 'idle' },
  ]);
  expect(devicesOnPlan(alba, known, false)).toMatchObject([{ tone: 'offline' }]);
  expect(devicesOnPlan(alba, row(2, null), true)).toEqual([]);
  expect(devicesOnPlan(alba, undefined, true)).toEqual([]);
});

it.each([
  ['without a site', [[1, site({ 'site/site_id': null })]] as const],
  [
    'without its plan',
    [
      [1, site()],
      [1, failed(getMapGeojson, asked)],
    ] as const,
  ],
])('[DEV-050] %s: node, X, Y, theta and velocity stand alone', (_, events) => {
  detail([...events, [2, here]]);
  const heads = within(section('Current Location')).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toEqual(['Node', 'X', 'Y', 'Theta', 'Velocity']);
  expect(cells('Current Location')).toEqual([['n101', '1.23 m', '-5.00 m', '0.00 rad', '0.50 m/s']]);
  expect(screen.queryByRole('group', { name: /^Current Location: arrow keys/ })).toBeNull();
});

it('[DEVS5] [DEV-049] the plan of the site in the record is shown where the live data has none', async () => {
  const device = { ...alba, site_id: 'van-houte-1', site_version: '3.4.2#1' };
  detail(
    [
      [1, site({ 'site/site_id': undefined, 'site/site_version': undefined })],
      [2, here],
      [2, plan],
    ],
    { device },
  );
  expect(await findPlan()).toBeVisible();
}, 20_000);

it('[RULE-050] an illegal version of the site says which plan stands in its place', async () => {
  const instead = response(getMapGeojson, { id: 'van-houte-1', version: '3.4.1' }, { layers: aPlan() });
  detail([
    [1, site({ 'site/site_version': '3.4.-1#1' })],
    [2, instead],
  ]);
  expect(screen.getByText('Found an illegal map version, defaulting to 3.4.1')).toBeVisible();
  expect(await findPlan()).toBeVisible();
});

it('[NEAR2] [DEVS5] without a version of the site, the newest plan is asked for, with a note', async () => {
  const id = 'van-houte-1';
  const { intents, learn } = detail([
    [1, site({ 'site/site_version': null })],
    [2, here],
  ]);
  const askedOf = (call: { readonly name: string }) =>
    intents.flatMap((intent) => (intent.kind === 'query.subscribed' && intent.request.call === call.name ? [intent.request.params] : []));
  expect([askedOf(getMapVersions), askedOf(getMapGeojson)]).toEqual([[{ id }], []]);
  learn([3, response(getMapVersions, { id }, { versions: ['2.1.1#1#1#1#1#1#1#1#1', '3.4.2#1#1#1#1#1#1#1#1'] })]);
  expect(askedOf(getMapGeojson)).toEqual([asked]);
  learn([4, plan]);
  expect(await findPlan()).toBeVisible();
  const note = 'The version of this map is not known: the newest one, 3.4.2, is shown, where lanes may be elsewhere.';
  expect(screen.getByText(note)).toBeVisible();
}, 20_000);

it.each([
  ['are not there', failed(getMapVersions, { id: 'van-houte-1' }, 404)],
  ['are none', response(getMapVersions, { id: 'van-houte-1' }, { versions: [] })],
])('[NEAR2] [GAP-35] where the versions of the map %s either, the plan is that of version 2.1.1, without a note', async (_, versions) => {
  const id = 'van-houte-1';
  const { learn } = detail([
    [1, site({ 'site/site_version': null })],
    [2, here],
    [2, versions],
  ]);
  expect(screen.queryByRole('group', { name: /^Current Location: arrow keys/ })).toBeNull();
  learn([3, response(getMapGeojson, { id, version: '2.1.1' }, { layers: aPlan() })]);
  expect(await findPlan()).toBeVisible();
  expect(screen.queryByText(/version of this map is not known/)).toBeNull();
});

it('[NEAR3] [GAP-35] while the versions of the map cannot be loaded, the plan of version 2.1.1 has a note, and gives way to the newest one', async () => {
  const id = 'van-houte-1';
  const { learn } = detail([
    [1, site({ 'site/site_version': null })],
    [2, here],
    [2, failed(getMapVersions, { id })],
  ]);
  learn([3, response(getMapGeojson, { id, version: '2.1.1' }, { layers: aPlan() })]);
  expect(await findPlan()).toBeVisible();
  const note = 'The versions of this map could not be loaded: version 2.1.1 is shown, where lanes may be elsewhere.';
  expect(screen.getByText(note)).toBeVisible();
  learn([4, response(getMapVersions, { id }, { versions: ['3.4.2#1#1#1#1#1#1#1#1'] })]);
  learn([5, plan]);
  expect(screen.queryByText(note)).toBeNull();
  expect(screen.getByText(/^The version of this map is not known: the newest one, 3.4.2/)).toBeVisible();
}, 20_000);

it('[NEAR2] [GAP-35] a recording without the versions of the map has its plan of version 2.1.1, without a note', async () => {
  const events = [
    [1, site({ 'site/site_version': null })],
    [2, here],
    [2, response(getMapGeojson, { id: 'van-houte-1', version: '2.1.1' }, { layers: aPlan() })],
  ] as const;
  detail(events, { isPast: true });
  expect(await findPlan()).toBeVisible();
  expect(screen.queryByText(/version of this map is not known/)).toBeNull();
});

it('[RULE-048] [DEV-050] a site without an id has no plan, one without a version the newest one', () => {
  expect(sitePlan(undefined)).toBeNull();
  expect(sitePlan({ 'site/site_id': '', 'site/site_version': '3.4.2' })).toBeNull();
  expect(sitePlan({ 'site/site_id': 'a', 'site/site_version': '3.4.2#1#2' })).toEqual({ id: 'a', version: '3.4.2', warning: null });
  expect(sitePlan({ 'site/site_id': 'a' })).toEqual({ id: 'a', version: null, warning: null });
});

it('[DEV-049] the trail grows with each report, keeps ten minutes, and forgets the future after a jump back', () => {
  const walked = [row(1, 0), row(2, 1), row(2, 1), row(3, null), row(601, 5)].reduce(trailAfter, []);
  expect(walked.map(({ at, x }) => [at, x])).toEqual([
    [1_000, 0],
    [2_000, 1],
    [601_000, 5],
  ]);
  expect(trailAfter(walked, row(602, 6)).map(({ at }) => at)).toEqual([2_000, 601_000, 602_000]);
  expect(trailAfter(walked, row(1.5, 9)).map(({ at }) => at)).toEqual([1_000, 1_500]);
  expect(trailAfter(walked, row(601, 5))).toBe(walked);
});

it('[RULE-075] [RULE-078] the plan marks lanes that were done or failed, and names what became of each', () => {
  const job = (object_id: string, status: 'COMPLETED' | 'FAILED' | 'QUEUED' | 'RUNNING') => ({ job_type: 'treat_lane', object_id, status });
  const { laneTones, laneNotes } = laneWork([job('1', 'COMPLETED'), job('2', 'FAILED'), job('3', 'QUEUED'), job('4', 'RUNNING')]);
  expect([...laneTones]).toEqual([
    ['1', { amount: 0.15 }],
    ['2', 'failed'],
  ]);
  expect([...laneNotes]).toEqual([
    ['1', 'Completed'],
    ['2', 'Failed'],
    ['3', 'Queued'],
    ['4', 'Running'],
  ]);
});
