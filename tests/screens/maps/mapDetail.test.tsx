import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import type { Call } from '#contract/call';
import { getMapChangelog, getMapDetail, getMapGeojson, getMapIds, getMapVersions } from '#contract/map';
import { getCropState } from '#contract/fleet/treatment';
import { dateTimeText } from '#domain/text/dates';
import { MapDetailScreen } from '#screens/maps/map_detail/MapDetailScreen';
import { keyOf, type EventPayload, type RequestSpec } from '#streams/event';
import type { Intent } from '#streams/intent';
import type { TimedEvent } from '../../state/eventsOf.ts';
import { aPlan, ground } from '../../support/aPlan.ts';
import { showing } from '../../widgets/aConsole.tsx';
import { cells } from '../onScreen.ts';

const OLD = '3.3.0#3.3.0#1#7#3#1#1#1#1';
const NEW = '3.4.2#3.4.2#1#9#4#1#1#1#1';
const versions = [OLD, NEW];

type Rest = Partial<Pick<RequestSpec, 'params' | 'query'>>;
const keyFor = (call: Call, { params = {}, query = {} }: Rest) => keyOf({ call: call.name, params, query });
const response = (call: Call, answer: unknown, rest: Rest = {}): EventPayload => ({
  kind: 'request.succeeded',
  key: keyFor(call, rest),
  call: call.name,
  answer,
});
const failed = (call: Call, status: number, rest: Rest = {}): EventPayload => ({
  kind: 'request.failed',
  key: keyFor(call, rest),
  call: call.name,
  failure: { status, message: 'NotFound: no such map' },
});

const layers = [
  { name: 'gutter', versions: ['7', '9'] },
  { name: 'obstacle', versions: ['3', '4'] },
  { name: 'CO', versions: ['1'] },
];
const ofMap = { params: { id: 'm1' } };
const known: readonly TimedEvent[] = [
  [1, response(getMapIds, { result: ['m1', 'm2'] })],
  [1, response(getMapVersions, { versions }, ofMap)],
  [1, response(getMapDetail, { detail: { id: 'm1', name: 'De Linde 1', versions, layers } }, ofMap)],
];
const planAsked = (version: string, gutter_version: string, obstacle_version: string): Rest => ({
  params: { id: 'm1', version },
  query: { gutter_version, obstacle_version, parts: 'all' },
});
const cropAsked: Rest = { query: { map_id: 'm1', map_version: '3.4.2' } };

function shown(query = '', events: readonly TimedEvent[] = known, isPast = false) {
  const intents: Intent[] = [];
  const view = showing(<MapDetailScreen />, { address: `/maps/map_detail${query}`, events, ...(isPast ? {} : { intents }) });
  const asked = (call: Call) =>
    intents.flatMap((intent) => (intent.kind === 'query.subscribed' && intent.request.call === call.name ? [intent.request] : []));
  return { ...view, intents, asked, user: userEvent.setup() };
}
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const choices = (name: string) => [...select(name).options].map(({ value }) => value);

it('it is reached by link, and is called as its map', () => {
  expect(routes.find(({ path }) => path === '/maps/map_detail')).toMatchObject({ place: 'hidden', group: 'maps' });
  shown();
  expect(screen.getByRole('heading', { level: 2, name: 'De Linde 1' })).toBeVisible();
});

it('[MAP-018] [MAP-022] [MAP-024] [MSG-066] the tabs are called as they are; an unknown one is the first', async () => {
  const { user, address } = shown('?map_id=m1&tab=roof');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Map View', 'Map Layers & Versions', 'Map Changelog']);
  expect(screen.getByRole('tab', { name: 'Map View' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('tab', { name: 'Map Changelog' }));
  await waitFor(() => expect(address()).toBe('/maps/map_detail?map_id=m1&tab=changelog'));
});

it('[MAP-026] a link leads back to all maps', () => {
  shown();
  expect(screen.getByRole('link', { name: 'Overview Maps' })).toHaveAttribute('href', '/maps/maps');
});

it('[MAP-014] [MAP-015] [MAP-016] [MAP-017] map and version come from the address; another map forgets the version', async () => {
  const { user, address, asked } = shown('?map_id=m1&map_version=3.3.0');
  expect([select('Map').value, select('Version').value]).toEqual(['m1', '3.3.0']);
  expect([choices('Map'), choices('Version')]).toEqual([
    ['m1', 'm2'],
    ['3.4.2', '3.3.0'],
  ]);
  expect(asked(getMapGeojson)).toMatchObject([planAsked('3.3.0', '7', '3')]);
  await user.selectOptions(select('Map'), 'm2');
  expect(address()).toBe('/maps/map_detail?map_id=m2');
});

it('[MAP-031] [CONST-037] until the versions have loaded it is 2.1.1, and no plan of it is asked for', () => {
  const { learn, asked } = shown('?map_id=m1', []);
  expect(select('Version').value).toBe('2.1.1');
  expect(asked(getMapGeojson)).toEqual([]);
  learn([2, response(getMapVersions, { versions }, ofMap)]);
  expect(select('Version').value).toBe('3.4.2');
  expect(asked(getMapGeojson)).toMatchObject([planAsked('3.4.2', '9', '4')]);
});

it('[MAP-019] [MAP-020] [MAP-030] gutter and obstacle start with those of the version, and each can be another', async () => {
  const { user, address, asked } = shown('?map_id=m1');
  expect([select('Gutter version').value, select('Obstacle version').value]).toEqual(['9', '4']);
  expect([choices('Gutter version'), choices('Obstacle version')]).toEqual([
    ['9', '7'],
    ['4', '3'],
  ]);
  await user.selectOptions(select('Gutter version'), '7');
  await user.selectOptions(select('Obstacle version'), '3');
  expect(address()).toBe('/maps/map_detail?map_id=m1&gutter_version=7&obstacle_version=3');
  expect(asked(getMapGeojson)).toMatchObject([planAsked('3.4.2', '9', '4'), planAsked('3.4.2', '7', '4'), planAsked('3.4.2', '7', '3')]);
  await user.selectOptions(select('Version'), '3.3.0');
  expect(address()).toBe('/maps/map_detail?map_id=m1&map_version=3.3.0');
});

it('[MAP-021] [MAP-036] [MSG-067] [OPEN-54] [RULE-110] Recalculate Crop State asks once more, and says when it was calculated', async () => {
  const { user, intents, learn } = shown('?map_id=m1');
  expect(screen.getByText('The crop state is being calculated.')).toBeVisible();
  const crop = (calculated_at: string) => ({
    crop_state: { type: 'FeatureCollection', features: [ground([1, 2, 2, 22], { gutter: 7, state: 0.5, calculated_at })] },
  });
  learn([2, response(getCropState, crop('2026-03-04T12:00:00Z'), cropAsked)]);
  expect(screen.getByText(`Crop state calculated ${dateTimeText('2026-03-04T12:00:00Z')}`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Recalculate Crop State' }));
  expect(intents.filter((intent) => intent.kind === 'query.requested')).toMatchObject([
    { request: { call: getCropState.name, ...cropAsked } },
  ]);
  learn([3, response(getCropState, crop('2026-03-04T12:05:00Z'), cropAsked)]);
  expect(screen.getByText(`Crop state calculated ${dateTimeText('2026-03-04T12:05:00Z')}`)).toBeVisible();
  learn([4, failed(getCropState, 500, cropAsked)]);
  expect(screen.getByText('The crop state could not be calculated.')).toBeVisible();
  expect(intents).toContainEqual({ kind: 'alert.raised', tone: 'warning', text: 'NotFound: no such map' });
  learn([5, response(getCropState, { crop_state: { type: 'FeatureCollection', features: [] } }, cropAsked)]);
  expect(screen.getByText('There is no crop state.')).toBeVisible();
});

it('[MAP-021] in the past nothing is recalculated, and what was not known says so', () => {
  shown('?map_id=m1', known, true);
  expect(screen.getByRole('button', { name: 'Recalculate Crop State' })).toBeDisabled();
  expect(screen.getByText('The crop state was not known at that time.')).toBeVisible();
  expect(screen.getByText('Not known at that time')).toBeVisible();
});

it.each(['', '?map_id=m1', '?map_id=m1&tab=changelog'])('[MAP-031] at %j the versions were not known in the past', (query) => {
  shown(query, [], true);
  expect(screen.getByText('Not known at that time')).toBeVisible();
  expect(screen.queryByText('2.1.1')).toBeNull();
});

it.each(['view', 'changelog'])(
  '[MAP-031] on the tab %s versions are awaited, lacking, or did not load and are asked for once more',
  async (tab) => {
    const { learn, user, intents } = shown(`?map_id=m1&tab=${tab}`, []);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    learn([2, failed(getMapVersions, 500, ofMap)]);
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Version' })).toBeNull();
    expect(screen.getByText('Loading failed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(intents).toContainEqual(
      expect.objectContaining({ kind: 'query.requested', request: expect.objectContaining({ call: getMapVersions.name }) }),
    );
    learn([3, response(getMapVersions, { versions: [] }, ofMap)]);
    expect(screen.getByText('This map has no versions.')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Version' })).toBeNull();
  },
);

it('[MAP-027] [MAP-028] [MAP-029] the plan has a switch for every layer, the crop state last and off', async () => {
  shown('?map_id=m1', [...known, [2, response(getMapGeojson, { layers: aPlan() }, planAsked('3.4.2', '9', '4'))]]);
  const switches = await screen.findAllByRole('checkbox');
  expect(switches.map((one) => one.closest('label')?.textContent)).toEqual([
    'Site',
    'Lane',
    'Walkway',
    'Gutter',
    'Obstacle',
    'Node',
    'Connection',
    'Waypoint',
    'Crop state',
  ]);
  expect(switches.at(-1)).not.toBeChecked();
});

it('[NEAR1] [MAP-045] [MSG-070] the nearest version is shown instead of a missing one, with its crop state; while that fails there is no plan', async () => {
  const { learn, user, intents, asked } = shown('?map_id=m1&map_version=9.9.9');
  expect(asked(getCropState)).toEqual([]);
  learn([2, failed(getMapGeojson, 404, { params: { id: 'm1', version: '9.9.9' }, query: { parts: 'all' } })]);
  expect(screen.getByText(/^This map has no version 9\.9\.9: the nearest one, 3\.4\.2, is shown/)).toBeVisible();
  expect(choices('Version')).toEqual(['9.9.9', '3.4.2', '3.3.0']);
  learn([3, response(getMapGeojson, { layers: aPlan() }, { params: { id: 'm1', version: '3.4.2' } })]);
  expect(asked(getCropState)).toMatchObject([{ query: { map_id: 'm1', map_version: '3.4.2' } }]);
  learn([4, failed(getMapGeojson, 500, { params: { id: 'm1', version: '3.4.2' } })]);
  expect(screen.getByText('Map could not be generated')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(intents.filter((intent) => intent.kind === 'query.requested')).toMatchObject([{ request: { call: getMapGeojson.name } }]);
});

it('[MAP-046] [MSG-069] an illegal version says what stands in its place, and that is asked for', () => {
  const { asked } = shown('?map_id=m1&map_version=3.4.-1%23a');
  expect(screen.getByText('Found an illegal map version, defaulting to 3.4.1')).toBeVisible();
  expect(asked(getMapGeojson)).toMatchObject([{ params: { id: 'm1', version: '3.4.1' } }]);
});

it.each(['nowhere', '<img src=x onerror=alert(1)>', "m1' or 1=1"])(
  '[MAP-014] the map %j is not known, and nothing of it is asked further',
  (id) => {
    const { learn, asked } = shown(`?map_id=${encodeURIComponent(id)}`);
    learn([2, failed(getMapVersions, 404, { params: { id } })], [2, failed(getMapDetail, 404, { params: { id } })]);
    expect(screen.getByText('This map is not known.')).toBeVisible();
    expect(select('Map').value).toBe(id);
    expect(asked(getMapGeojson)).toEqual([]);
    expect(document.querySelector('img')).toBeNull();
  },
);

it('[MAP-016] an organisation without maps reads so', () => {
  shown('', [[1, response(getMapIds, { result: [] })]]);
  expect(screen.getByText('There are no maps.')).toBeVisible();
});

it('[MAP-022] [MAP-023] the layers have their names and versions, newest first, and which is in the version', () => {
  const { learn } = shown('?map_id=m1&tab=layers');
  expect(cells()).toEqual([
    ['gutter', '9, 7', '9'],
    ['obstacle', '4, 3', '4'],
    ['CO', '1', '1'],
  ]);
  learn([2, failed(getMapDetail, 500, ofMap)]);
  expect(screen.getByText('No rows found')).toBeVisible();
});

it('[PART92] other parts that came with the file have a switch', () => {
  const co = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} }],
  };
  const { unmount } = shown('?map_id=m1', [
    ...known,
    [2, response(getMapGeojson, { layers: aPlan(), parts: { CO: co } }, planAsked('3.4.2', '9', '4'))],
  ]);
  expect(screen.getByRole('checkbox', { name: 'Other parts' })).toBeInTheDocument();
  unmount();
  shown('?map_id=m1', [...known, [2, response(getMapGeojson, { layers: aPlan(), parts: null }, planAsked('3.4.2', '9', '4'))]]);
  expect(screen.queryByRole('checkbox', { name: 'Other parts' })).toBeNull();
});

it.each([
  ['Head walkway', 1],
  ['UNKNOWN', 0],
  [null, 0],
])('[MAP-022] a greenhouse of the type %s is named beside the layers: %d', (greenhouse_type, count) => {
  const detail = { id: 'm1', name: 'De Linde 1', greenhouse_type, versions, layers };
  shown('?map_id=m1&tab=layers', [...known, [2, response(getMapDetail, { detail }, ofMap)]]);
  expect(screen.queryAllByText(/^Greenhouse type: /)).toHaveLength(count);
});

it.each(['layers', 'changelog'])('[PART91] the tab %s says which parts are numbers alone, where the server takes files of maps', (tab) => {
  const { unmount } = shown(`?map_id=m1&tab=${tab}`);
  expect(screen.getByText(/^map, CO, SE, TO, UV and VE are version numbers alone where/)).toBeVisible();
  unmount();
  showing(<MapDetailScreen />, { address: `/maps/map_detail?map_id=m1&tab=${tab}`, events: known, features: [] });
  expect(screen.queryByText(/are version numbers alone/)).toBeNull();
});

it('[MAP-024] [MAP-025] the changelog stands layer by layer, newest first', () => {
  const asked = { params: { id: 'm1', version: '3.4.2' } };
  const change = (version: string, message: string) => ({ version, timestamp: '2026-03-04T12:00:00Z', done_by: 'An', message });
  const { learn } = shown('?map_id=m1&tab=changelog');
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  learn([2, response(getMapChangelog, { changelog: { gutter: [change('9', '<b>two</b> added'), change('7', 'First')], CO: [] } }, asked)]);
  const gutters = within(screen.getByRole('table', { name: 'Changes of gutter' }));
  expect(
    gutters
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([`9${dateTimeText('2026-03-04T12:00:00Z')}An<b>two</b> added`, `7${dateTimeText('2026-03-04T12:00:00Z')}AnFirst`]);
  expect(screen.getByRole('heading', { name: 'CO' })).toBeVisible();
  learn([3, failed(getMapChangelog, 500, asked)]);
  expect(screen.getByText('No rows found')).toBeVisible();
  learn([4, response(getMapChangelog, { changelog: {} }, asked)]);
  expect(screen.getByText('No rows found')).toBeVisible();
});
