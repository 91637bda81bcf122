import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import type { Call } from '#contract/call';
import { getIncidentsOfMap, type MapStatistics } from '#contract/incident';
import { getMapGeojson, getMapIds, getMapVersions } from '#contract/map';
import { incidentLanes } from '#domain/incidents/incidentLanes';
import { ShareLegend } from '#screens/incidents/per_map/IncidentPlan';
import { PerMapScreen } from '#screens/incidents/per_map/PerMapScreen';
import { lanesByHeat, laneNotes, markersOn, placedIncidents } from '#screens/incidents/per_map/planContent';
import { keyOf, type EventPayload, type RequestSpec } from '#streams/event';
import type { Intent } from '#streams/intent';
import { aPlan } from '../../support/aPlan.ts';
import { cells } from '../onScreen.ts';
import { NOW, showingIncidents } from './anIncidentList.tsx';

const statistics: MapStatistics = {
  calculated_at: '2026-03-04T12:00:00Z',
  total_number_of_incidents: 8,
  lanes: { 101: [{ incident_id: 'i/1', x: 0.2, y: 9 }], 102: ['b', 'c', 'd'].map((incident_id) => ({ incident_id, x: 0.3, y: -9 })) },
};
const keyFor = (call: Call, params: RequestSpec['params'] = {}) => keyOf({ call: call.name, params, query: {} });
const response = (call: Call, answer: unknown, params?: RequestSpec['params']): EventPayload => ({
  kind: 'request.succeeded',
  key: keyFor(call, params),
  call: call.name,
  answer,
});
const failed = (call: Call, status: number, params?: RequestSpec['params']): EventPayload => ({
  kind: 'request.failed',
  key: keyFor(call, params),
  call: call.name,
  failure: { status, message: 'NotFound: no such map' },
});
const mapsKnown = response(getMapIds, { result: ['m1', 'm2'] });
const happened = (id: string, result: MapStatistics | null) => response(getIncidentsOfMap, { result }, { id });
const planOf = (id: string) => [
  response(getMapVersions, { versions: ['2.8.0#2.8.0#1.0.0#2.8.0#2.0.8#1.0.0#1.0.2#1.8.0#1.0.0'] }, { id }),
  response(getMapGeojson, { layers: aPlan() }, { id, version: '2.8.0' }),
];
const open = (events: readonly EventPayload[], search = '', isPast = false) =>
  showingIncidents(<PerMapScreen />, events, { address: `/incidents/per_map${search}`, isPast });
const rowsOf = (name: string) => cells(within(screen.getByRole('table', { name })));
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Map' });

it('[INC-061] [INC-062] [INC-063] [INC-068] [MSG-111] the lanes of the map that the address names', () => {
  open([mapsKnown, happened('m2', statistics), ...planOf('m2')], '?map_id=m2');
  expect(select()).toHaveValue('m2');
  expect(screen.getByRole('heading', { name: 'Incidents per lane' })).toBeVisible();
  const table = screen.getByRole('table', { name: 'Number of incidents by lane' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Lane', 'Number of incidents', 'Fail percentage']);
  expect(rowsOf('Number of incidents by lane')).toEqual([
    ['102', '3', '37.50 %'],
    ['101', '1', '12.50 %'],
  ]);
  expect(screen.getByText('4 more outside the lanes')).toBeVisible();
});

it('[INC-065] [INC-067] the content of the markers is in a table too, with its links', () => {
  open([mapsKnown, happened('m1', statistics)]);
  expect(rowsOf('Places of the incidents')).toContainEqual(['i/1', '101', '0.20 m', '9.00 m']);
  expect(screen.getByRole('link', { name: 'i/1' })).toHaveAttribute('href', '/incidents/all?incident_id=i%2F1');
});

it('[INC-069] [LIVE-020] without a query it is the first map, counted again every 3 s; another one is chosen', async () => {
  const { user, address, intents } = open([mapsKnown, happened('m1', statistics), happened('m2', null)]);
  expect(select()).toHaveValue('m1');
  await user.selectOptions(select(), 'm2');
  expect(address()).toBe('/incidents/per_map?map_id=m2');
  const asked = intents.flatMap((intent) =>
    intent.kind === 'query.subscribed' && intent.request.call === getIncidentsOfMap.name ? [[intent.request.params, intent.everyMs]] : [],
  );
  expect(asked).toEqual([
    [{ id: 'm1' }, 3_000],
    [{ id: 'm2' }, 3_000],
  ]);
});

it('[INC-070] no statistics are an empty table, and a plan without colours', () => {
  open([mapsKnown, happened('m1', null), ...planOf('m1')]);
  expect(screen.getAllByText('No rows found')).toHaveLength(2);
  expect(screen.getByText(/^Share of the incidents/)).not.toBeVisible();
  expect(lanesByHeat(aPlan(), []).size).toBe(0);
  expect(placedIncidents(null)).toEqual([]);
});

it('[INC-064] [CONST-055] [LANE3] every lane has its colour, from green without incidents to red, and says how many', () => {
  const rows = incidentLanes({ ...statistics, lanes: { 102: statistics.lanes?.['102'] ?? [] } });
  expect([...lanesByHeat(aPlan(), rows)]).toEqual([
    ['101', { share: 0 }],
    ['102', { share: 1 }],
  ]);
  expect([...laneNotes(incidentLanes(statistics))]).toEqual([
    ['102', '3 incidents, 37.50 %'],
    ['101', '1 incident, 12.50 %'],
  ]);
});

it('[INC-064] the colours have a legend up to the largest share', () => {
  showingIncidents(<ShareLegend most={0.375} />, []);
  expect(screen.getByText(/^Share of the incidents/).parentElement).toHaveTextContent('Share of the incidents: 0 % 37.50 %');
});

it('[INC-061] an unknown map shows as unknown, and stays chosen', () => {
  open([mapsKnown, happened('x y', null), failed(getMapVersions, 404, { id: 'x y' })], '?map_id=x%20y');
  expect(select()).toHaveValue('x y');
  expect(screen.getByText('This map is not known.')).toBeVisible();
});

const ILLEGAL = '2.-1.3#1#1#1#1#1#1#1#1';
const illegalPlan = { id: 'm1', version: '2.1.1' };

it('[MAP-045] [MAP-046] [MSG-069] [MSG-070] a known map whose plan is missing is not called unknown, and is tried again', async () => {
  const versions = response(getMapVersions, { versions: [ILLEGAL] }, { id: 'm1' });
  const { user, intents } = open([mapsKnown, happened('m1', null), versions, failed(getMapGeojson, 500, illegalPlan)]);
  expect(screen.getByText('Found an illegal map version, defaulting to 2.1.1')).toBeVisible();
  expect(screen.queryByText('This map is not known.')).toBeNull();
  expect(screen.getByText('Map could not be generated')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(intents.at(-1)).toMatchObject({ kind: 'query.requested', request: { call: getMapGeojson.name, params: illegalPlan } });
});

it('[MAP-046] [NEAR1] of a map that lacks its version the nearest one is shown, with a notice', () => {
  const versions = response(getMapVersions, { versions: ['2.0.4#1#1#1#1#1#1#1#1', ILLEGAL] }, { id: 'm1' });
  const near = response(getMapGeojson, { layers: aPlan() }, { id: 'm1', version: '2.0.4' });
  open([mapsKnown, happened('m1', null), versions, failed(getMapGeojson, 404, illegalPlan), near]);
  expect(screen.getByText(/^Found an illegal map version, defaulting to 2\.1\.1\. This map has no version 2\.1\.1/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Map View' })).toBeVisible();
  expect(screen.queryByText('This map is not known.')).toBeNull();
});

it('[INC-069] loading, failed, none and unknown have their looks', async () => {
  const { learn, unmount, user, intents } = open([]);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  learn([NOW + 1, failed(getMapIds, 500)]);
  expect(screen.getByText('Loading failed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(intents.filter(({ kind }) => kind === 'query.requested')).toHaveLength(1);
  learn([NOW + 2, response(getMapIds, { result: [] })]);
  expect(screen.getByText('There are no maps.')).toBeVisible();
  learn(
    [NOW + 3, mapsKnown],
    [NOW + 4, failed(getIncidentsOfMap, 500, { id: 'm1' })],
    [NOW + 4, failed(getMapVersions, 500, { id: 'm1' })],
  );
  expect(screen.getByText('Map could not be generated')).toBeVisible();
  expect(screen.getAllByText('Loading failed').length).toBeGreaterThan(0);
  unmount();
  open([], '?map_id=m1', true);
  expect(screen.getAllByText('Not known at that time').length).toBeGreaterThan(0);
});

it('[INC-061] it stands in the menu of the incidents', () => {
  expect(routes.find(({ path }) => path === '/incidents/per_map')).toMatchObject({
    title: 'Incidents per Map',
    place: 'menu',
    group: 'incidents',
  });
});

it('[LANEI3] an incident of another version says so, its pin is faint where its lane has moved; one without a place stands in the table', () => {
  const of = (incident_id: string, y: number | null, map_version: string | null) => ({
    incident_id,
    x: y === null ? null : 0.2,
    y,
    map_version,
  });
  const mixed: MapStatistics = {
    ...statistics,
    lanes: {
      101: [of('here', 9, '2.8.0#2'), of('same', 9, '2.7.0#1'), of('moved', -9, '2.7.0#1'), of('nowhere', null, null), of('old', -9, null)],
    },
  };
  const pins = markersOn(aPlan(), '2.8.0', placedIncidents(mixed));
  expect(pins.map(({ label, isFaint = false }) => [label, isFaint])).toEqual([
    ['Incident here', false],
    ['Incident same, on version 2.7.0', false],
    ['Incident moved, on version 2.7.0, where lane 101 lay elsewhere', true],
    ['Incident old', false],
  ]);
  open([mapsKnown, happened('m1', mixed)]);
  expect(rowsOf('Places of the incidents')).toContainEqual(['moved', '101', '0.20 m', '-9.00 m', '2.7.0']);
  expect(rowsOf('Places of the incidents')).toContainEqual(['nowhere', '101', '-', '-', '-']);
});

it('[STILL3] the legend has the same lines before and after the plan and the incidents are known', () => {
  const old: MapStatistics = { ...statistics, lanes: { 101: [{ incident_id: 'old', x: 0.2, y: 9, map_version: '2.7.0#1' }] } };
  const lines = () =>
    [...screen.getByRole('region', { name: 'Map View' }).querySelectorAll('p')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^(?:Share|Grey)/.test(text));
  const { learn } = open([mapsKnown]);
  const unknown = lines();
  expect(unknown).toHaveLength(2);
  learn([NOW + 1, happened('m1', old)]);
  const known = lines();
  expect(known).toHaveLength(unknown.length);
  // The lane of the incident is where it was, so that none of its pins is grey.
  learn(...planOf('m1').map((event): [number, EventPayload] => [NOW + 2, event]));
  expect(lines()).toEqual(known);
});

it('[PERIOD2] the period of the address is counted, stays with another map, and needs a server that counts periods', async () => {
  const search = '?map_id=m1&from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00.000Z';
  const asked = (intents: readonly Intent[]) =>
    intents.flatMap((intent) =>
      intent.kind === 'query.subscribed' && intent.request.call === getIncidentsOfMap.name
        ? [[intent.request.params, intent.request.query]]
        : [],
    );
  const period = { start_time: '2026-03-01T00:00:00.000Z', end_time: '2026-03-02T00:00:00.000Z' };
  const { user, intents, unmount } = open([mapsKnown], search);
  await user.selectOptions(select(), 'm2');
  expect(asked(intents)).toEqual([
    [{ id: 'm1' }, period],
    [{ id: 'm2' }, period],
  ]);
  unmount();
  const backwards = open([mapsKnown], '?map_id=m1&from=2026-03-03T00:00:00Z&to=2026-03-02T00:00:00Z');
  expect(screen.getByText('The end lies before the start.')).toBeVisible();
  expect(asked(backwards.intents)).toEqual([[{ id: 'm1' }, {}]]);
  backwards.unmount();
  const documented = showingIncidents(<PerMapScreen />, [mapsKnown], { address: `/incidents/per_map${search}`, features: [] });
  expect(screen.queryByLabelText('Incidents from')).toBeNull();
  expect(asked(documented.intents)).toEqual([[{ id: 'm1' }, {}]]);
});
