import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postUpdateGreenhouse } from '#contract/greenhouse';
import { getAllMaps, getMapIds, type SiteMap } from '#contract/map';
import { getGreenhouses } from '#contract/place';
import { endings } from '#domain/text/endings';
import { GreenhousesScreen } from '#screens/maps/greenhouses/GreenhousesScreen';
import { MapsScreen } from '#screens/maps/maps/MapsScreen';
import { mapOptions } from '#screens/maps/placeOptions';
import { AssignMap } from '#screens/maps/upload/AssignMap';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { accept, cells, combo, dialog, field, press } from '../onScreen.ts';
import { greenhousesKnown, mapsKnown, somePlaces } from './aPlace.ts';

/** The greenhouse Kas 1 of De Linde had the map "wrong", and has "linde-1" now; Kas 8 is in Van Houte. */
const houses = greenhousesKnown([
  { id: 'gh-1', name: 'Kas 1', client_name: 'Eerste', location_id: 'loc-1', map_id: 'linde-1' },
  { id: 'gh-2', name: 'Kas 2', location_id: 'loc-1', map_id: null },
  { id: 'gh-8', name: 'Kas 8', location_id: 'loc-2', map_id: null },
]);
const wrong = (home?: string | null): SiteMap => ({
  id: 'wrong',
  name: 'Wrong',
  versions: ['2.1.1#1#1#1#1#1#1#1#1'],
  ...(home !== undefined && { greenhouse_id: home }),
});
const linde: SiteMap = { id: 'linde-1', name: 'Linde Een', versions: [], greenhouse_id: 'gh-1' };
const known = (home?: string | null) => [signedIn('system_admin'), ...somePlaces, houses, mapsKnown([linde, wrong(home)])];

const assigning = (home?: string | null) => managing(<AssignMap id="wrong" />, { address: '/', events: known(home) });

it.each([
  ['had a greenhouse', 'gh-1', 'This map was in Kas 1 before, whose people still see it.'],
  ['never had one', null, 'This map belongs to no greenhouse: only the staff of the provider sees it.'],
  ['is of a server that does not send it', undefined, 'This map belongs to no greenhouse: only the staff of the provider sees it.'],
])('[ONEMAP7] the page of a map that %s names who sees it', (_, home, text) => {
  assigning(home);
  expect(screen.getByText(text)).toBeVisible();
});

it.each<readonly [string, string, string | null | undefined, string | null]>([
  ['of another organisation', 'Kas 8', 'gh-1', endings.takeMap('Wrong', { from: 'Kas 1', passes: true })],
  ['of the same organisation', 'Kas 2', 'gh-1', null],
  ['where nobody had it', 'Kas 8', null, null],
  ['of a server that sends no home', 'Kas 8', undefined, null],
])('[ONEMAP7] [ENDS1] a replaced map given to a greenhouse %s asks only where people lose it', async (_, name, home, question) => {
  const { user, acts } = assigning(home);
  await user.type(screen.getByRole('combobox', { name: 'Greenhouse' }), name);
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  await user.click(screen.getByRole('button', { name: 'Give to Greenhouse' }));
  if (question !== null) {
    expect(acts()).toEqual([]);
    expect(await accept(user)).toBe(question);
  }
  expect(acts()).toMatchObject([{ call: postUpdateGreenhouse.name, body: { map_id: 'wrong' } }]);
});

it.each([
  ['gh-1', 'Wrong (former map)', 'Kas 1 (before)'],
  [null, 'Wrong (no greenhouse)', '-'],
  [undefined, 'Wrong (no greenhouse)', '-'],
])('[ONEMAP7] with the home %s, choices of maps have it as "%s", and the overview "%s"', (home, label, greenhouse) => {
  const all = [linde, wrong(home)];
  const labels = mapOptions(all, [{ map_id: 'linde-1' }], true).map((option) => option.label);
  expect(labels).toEqual(['Linde Een', label]);
  managing(<MapsScreen />, { address: '/maps/maps', events: known(home) });
  expect(cells().map((row) => [row[0], row[3]])).toEqual([
    ['linde-1', 'Kas 1'],
    ['wrong', greenhouse],
  ]);
});

async function updating() {
  const shown = managing(<GreenhousesScreen />, { address: '/maps/greenhouses', events: known(null) });
  await shown.user.click(screen.getByRole('button', { name: 'Update Kas 1' }));
  return shown;
}

it('[ONEMAP8] [ENDS1] "No map" takes the map from a greenhouse after a question', async () => {
  const { user, acts, given } = await updating();
  await user.clear(combo('Map'));
  await user.type(combo('Map'), 'no map');
  await user.click(await dialog().findByRole('option', { name: 'No map' }));
  await user.click(press('Update Greenhouse'));
  expect(await accept(user)).toBe(endings.takeMapAway('Linde Een', { from: 'Kas 1', passes: false }));
  expect(acts()).toEqual([{ call: postUpdateGreenhouse.name, params: { id: 'gh-1' }, body: { map_id: null, expected_map_id: 'linde-1' } }]);
  expect(given()).toHaveLength(1);
});

it('[ONEMAP8] a map that somebody else gives to the greenhouse during the question is not the one that is taken', async () => {
  const { user, acts, learn } = await updating();
  await user.clear(combo('Map'));
  await user.type(combo('Map'), 'no map');
  await user.click(await dialog().findByRole('option', { name: 'No map' }));
  await user.click(press('Update Greenhouse'));
  learn(greenhousesKnown([{ id: 'gh-1', name: 'Kas 1', client_name: 'Eerste', location_id: 'loc-1', map_id: 'wrong' }]));
  expect(await accept(user)).toBe(endings.takeMapAway('Linde Een', { from: 'Kas 1', passes: false }));
  expect(acts()).toMatchObject([{ body: { map_id: null, expected_map_id: 'linde-1' } }]);
});

it('[ONEMAP8] a client name is removed by its check box, whatever was typed; without one there is nothing to remove', async () => {
  const { user, acts } = await updating();
  await user.type(field('Client Name'), 'x'.repeat(120));
  expect(press('Update Greenhouse')).toBeDisabled();
  await user.click(dialog().getByRole('checkbox', { name: 'Remove the client name' }));
  expect(field('Client Name')).toBeDisabled();
  expect(field('Client Name')).toHaveValue('');
  await user.click(press('Update Greenhouse'));
  expect(acts()).toEqual([{ call: postUpdateGreenhouse.name, params: { id: 'gh-1' }, body: { client_name: null } }]);
});

it.each([
  ['without map and client name', 'Kas 2', undefined],
  ['of a server that does not announce it', 'Kas 1', ['removals', 'archives']],
] as const)('[ONEMAP8] of a greenhouse %s neither is removed', async (_, name, features) => {
  const { user } = managing(<GreenhousesScreen />, { address: '/maps/greenhouses', events: known(null), features });
  await user.click(screen.getByRole('button', { name: `Update ${name}` }));
  expect(dialog().queryByRole('checkbox', { name: 'Remove the client name' })).toBeNull();
  await user.clear(combo('Map'));
  await user.type(combo('Map'), 'no');
  expect(dialog().queryByRole('option', { name: 'No map' })).toBeNull();
});

it.each([
  ['wrong', undefined],
  ['WRONG', 'There is a map wrong'],
  ['Linde-1', 'There is a map linde-1'],
  ['Linde-2', undefined],
])('[MAPV8] the id %s of an upload has the problem %s', async (id, problem) => {
  const { user } = managing(<MapsScreen />, {
    address: '/maps/maps',
    events: [...known(null), answered(getMapIds, { result: ['linde-1', 'wrong'] })],
  });
  const form = within(screen.getByRole('form', { name: 'Upload Map' }));
  await user.type(form.getByLabelText('Map ID'), id);
  expect(form.queryByText(/^There is a map/)?.textContent).toBe(problem);
});

it('[ONEMAP7] after a change of a greenhouse, greenhouses and maps are requested again', async () => {
  const { user, given, learn } = await updating();
  await user.type(field('Name'), '1');
  await user.click(press('Update Greenhouse'));
  learn(...actOf(postUpdateGreenhouse, { id: 'gh-1' }).gave({ result: { id: 'gh-1', name: 'Kas 11', location_id: 'loc-1' } }));
  expect(given().map(({ call }) => call)).toEqual([postUpdateGreenhouse.name, getAllMaps.name, getGreenhouses.name]);
});
