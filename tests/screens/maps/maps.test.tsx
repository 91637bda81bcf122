import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import type { ServerFeature } from '#contract/config';
import { getAllMaps, getMapIds, postMapUpload, type SiteMap } from '#contract/map';
import { getGreenhouses } from '#contract/place';
import { MapsScreen } from '#screens/maps/maps/MapsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import type { Intent } from '#streams/intent';
import type { TimedEvent } from '../../state/eventsOf.ts';
import { answered, showing } from '../../widgets/aConsole.tsx';
import { cells } from '../onScreen.ts';

const aMap = (id: string, name: string, versions: readonly string[] = []): SiteMap => ({ id, name, versions: [...versions] });
const maps = (...results: readonly SiteMap[]): EventPayload => answered(getAllMaps, { total: results.length, results });
const greenhouse = (name: string, map_id: string | null) => ({ id: `gh-${name}`, name, location_id: 'loc-1', map_id });
const houses = (...results: readonly ReturnType<typeof greenhouse>[]): EventPayload =>
  answered(getGreenhouses, { total: results.length, results });
const failed: EventPayload = {
  kind: 'request.failed',
  key: keyOf(fullListOf(getAllMaps)),
  call: getAllMaps.name,
  failure: { status: 500, message: '' },
};

const some: readonly TimedEvent[] = [
  [1, maps(aMap('linde-2', 'De Linde 2', ['3.3.0#1#2#3#4#5#6#7#8', '3.4.2#1#2#3#4#5#6#7#8']), aMap('a/b?c', 'Aalst'), aMap('m3', 'Zele'))],
  [1, houses(greenhouse('Kas 2', 'linde-2'), greenhouse('Kas 9', null))],
  [1, answered(getMapIds, { result: ['linde-2', 'm3'] })],
];

function shown(events: readonly TimedEvent[] = some, isPast = false, features?: readonly ServerFeature[]) {
  const intents: Intent[] = [];
  const view = showing(<MapsScreen />, { address: '/maps/maps', events, ...(isPast ? {} : { intents }), ...(features && { features }) });
  return { ...view, intents, user: userEvent.setup() };
}

it('[MAP-001] [SHELL-010] [MSG-062] it stands in the menu of the maps under its title', () => {
  expect(routes.find(({ path }) => path === '/maps/maps')).toMatchObject({ title: 'Overview Maps', place: 'menu', group: 'maps' });
  shown();
  expect(screen.getByRole('heading', { name: 'Overview Maps' })).toBeVisible();
});

it('[MAP-003] [MAP-004] [MAP-005] [MAP-006] [OPEN-116] id, versions, name, and the greenhouse that names the map', () => {
  shown();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['ID', 'Versions', 'Name', 'Greenhouse Name']);
  expect(cells()).toEqual([
    ['a/b?c', '-', 'Aalst', '-'],
    ['linde-2', '3.4.2, 3.3.0', 'De Linde 2', 'Kas 2'],
    ['m3', '-', 'Zele', '-'],
  ]);
});

it('[MAP-007] each row leads to its map, whatever its id', () => {
  shown();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/maps/map_detail?map_id=a%2Fb%3Fc', '/maps/map_detail?map_id=linde-2', '/maps/map_detail?map_id=m3']);
});

it('[MAP-002] it is paged, ten on a page', async () => {
  const many = Array.from({ length: 23 }, (_, at) => aMap(`m-${at}`, `Map ${at}`));
  const { user } = shown([[1, maps(...many)]]);
  expect(screen.getByText('1-10 of 23')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  expect(cells().map(([id]) => id)).toEqual(['m-20', 'm-21', 'm-22']);
});

it('[MAP-002] [RULE-113] before the first answer it waits, and a failed load empties it silently', () => {
  const { learn } = shown([]);
  expect(screen.getByRole('table', { name: 'Maps' })).toHaveAttribute('aria-busy', 'true');
  learn([2, failed]);
  expect(screen.getByText('No rows found')).toBeVisible();
  learn([3, maps(aMap('m1', 'One'))]);
  expect(cells()).toHaveLength(1);
  learn([4, failed]);
  expect(cells()).toHaveLength(0);
  expect(screen.queryByText(/Loading failed|Not up to date/)).toBeNull();
});

it('[MAP-002] [MAP-006] greenhouses that did not load leave the maps without their names', () => {
  const failure = { status: 500, message: '' };
  shown([
    [1, maps(aMap('m1', 'One'))],
    [2, { kind: 'request.failed', key: keyOf(fullListOf(getGreenhouses)), call: getGreenhouses.name, failure }],
  ]);
  expect(cells()).toHaveLength(1);
});

it('[MAP-002] an organisation without maps has none, and the past may know none', () => {
  const { unmount } = shown([
    [1, maps()],
    [1, houses()],
  ]);
  expect(screen.getByText('No rows found')).toBeVisible();
  unmount();
  shown([], true);
  expect(screen.getByText('Not known at that time')).toBeVisible();
});

it('[MAP-008] [MAP-009] [MAP-010] [MAP-011] [MSG-063] [GAP-15] a map id, a .zip file, and a button that is not there yet', () => {
  shown(some, false, []);
  expect(screen.getByLabelText('Map ID')).toBeVisible();
  expect(screen.getByLabelText('Map file (.zip)')).toHaveAttribute('accept', '.zip');
  expect(screen.getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
});

it('[MAP-012] [MSG-064] [GAP-15] an id that exists already shows a problem', async () => {
  const { user } = shown();
  const warning = 'You will upload a new version of an existing map';
  const field = screen.getByLabelText('Map ID');
  await user.type(field, 'linde-');
  expect(screen.queryByText(warning)).toBeNull();
  await user.type(field, '2 ');
  expect(screen.getByText(warning)).toBeVisible();
  await user.clear(field);
  await user.type(field, '<b>');
  expect(screen.queryByText(warning)).toBeNull();
});

it('[MAP-009] another file than a .zip shows a problem', async () => {
  const { intents } = shown();
  const user = userEvent.setup({ applyAccept: false });
  const field = screen.getByLabelText('Map file (.zip)');
  await user.upload(field, new File(['x'], 'plan.exe'));
  expect(screen.getByText('Choose a .zip file.')).toBeVisible();
  await user.upload(field, new File(['x'], 'PLAN.ZIP'));
  expect(screen.queryByText('Choose a .zip file.')).toBeNull();
  expect(intents.filter(({ kind }) => kind === 'query.requested')).toEqual([]);
});

it('[MAP-013] [MSG-065] [GAP-15] the form sends the next version as a file, and a success raises a message', () => {
  const file = new File(['zip'], 'map.zip');
  const { intents, learn } = shown(some, false, []);
  fireEvent.change(screen.getByLabelText('Map ID'), { target: { value: 'linde-2' } });
  fireEvent.change(screen.getByLabelText('Map file (.zip)'), { target: { files: [file] } });
  const form = screen.getByRole('button', { name: 'Coming Soon' }).closest('form');
  if (form === null) throw new Error('The button stands in no form.');
  // The button is disabled, so that no person can do this.
  fireEvent.submit(form);
  const request = { call: postMapUpload.name, params: { a: 'linde-2', b: '3.4.3' }, query: {} };
  expect(intents).toContainEqual({ kind: 'query.requested', request, body: { file } });
  const about = { key: keyOf(request), call: request.call };
  learn([2, { kind: 'request.started', ...about }], [3, { kind: 'request.succeeded', ...about, answer: { result: true } }]);
  expect(intents).toContainEqual({ kind: 'alert.raised', tone: 'success', text: 'Map is uploaded' });
});
