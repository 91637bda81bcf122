import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { postCreateGreenhouse, postDeleteGreenhouse, postUpdateGreenhouse } from '#contract/greenhouse';
import { getGreenhouses } from '#contract/place';
import { endings } from '#domain/text/endings';
import { GreenhousesScreen } from '#screens/maps/greenhouses/GreenhousesScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { pasteInto } from '../../support/pasteInto.ts';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { accept, cells, combo, dialog, field, press } from '../onScreen.ts';
import { greenhousesKnown, locations, locationsKnown, aLocation, organisations, somePlaces } from './aPlace.ts';

function greenhousesShown({
  role = 'system_admin',
  events = somePlaces,
  isPast = false,
}: { role?: string; events?: readonly EventPayload[]; isPast?: boolean } = {}) {
  return managing(<GreenhousesScreen />, { address: '/maps/greenhouses', isPast, events: [signedIn(role), ...events] });
}
const update = actOf(postUpdateGreenhouse, { id: 'gh-1' });

it('[LOC-016] the greenhouses stand in the menu of the maps, with location and map by name, an unknown one by id', () => {
  expect(routes.find(({ path }) => path === '/maps/greenhouses')).toMatchObject({ title: 'Greenhouses', place: 'menu', group: 'maps' });
  greenhousesShown();
  expect(cells()).toEqual([
    ['Kas 1', 'Eerste', 'De Linde', 'Linde Een', 'Update'],
    ['Kas 2', '-', 'De Linde', '-', 'Update'],
    ['Kas 1', '-', 'loc-9', 'gone', 'Update'],
  ]);
  expect(screen.getByRole('link', { name: 'Linde Een' })).toHaveAttribute('href', '/maps/map_detail?map_id=linde-1');
});

it('[LOC-016] it waits, a failure shows, an empty list says so, and the past changes nothing', () => {
  const { learn, unmount } = greenhousesShown({ events: [] });
  expect(screen.getByRole('table', { name: 'Greenhouses' })).toHaveAttribute('aria-busy', 'true');
  learn({
    kind: 'request.failed',
    key: keyOf(fullListOf(getGreenhouses)),
    call: getGreenhouses.name,
    failure: { status: 500, message: '' },
  });
  expect(screen.getByText('Loading failed, retrying')).toBeVisible();
  unmount();
  greenhousesShown({ isPast: true });
  expect(screen.getByRole('button', { name: 'Create Greenhouse' })).toBeDisabled();
  for (const button of screen.getAllByRole('button', { name: /^Update Kas/ })) expect(button).toBeDisabled();
});

it('[LOC-017] [LOC-018] [LOC-020] [MSG-073] [CALL-052] a greenhouse is created with name, client name, location and map', async () => {
  const { user, given, learn, alerts } = greenhousesShown();
  await user.click(screen.getByRole('button', { name: 'Create Greenhouse' }));
  await pasteInto(user, field('Name'), 'kas 1');
  await pasteInto(user, field('Client Name'), ' Noord ');
  await pasteInto(user, combo('Location'), 'De Linde');
  await user.tab();
  expect(field('Name')).toHaveAccessibleDescription('Another greenhouse of this location has the same name.');
  await user.type(field('Name'), '0');
  await user.type(combo('Map'), 'een');
  await user.click(await dialog().findByRole('option', { name: 'Linde Een' }));
  await user.click(press('Create Greenhouse'));
  await accept(user);
  const body = { name: 'kas 10', client_name: 'Noord', location_id: 'loc-1', map_id: 'linde-1' };
  expect(given().at(-1)).toEqual({ call: postCreateGreenhouse.name, params: {}, body });
  learn(...actOf(postCreateGreenhouse, {}).gave({ result: { id: 'gh-9', ...body } }));
  expect(alerts()).toEqual(['success: Greenhouse is created']);
  expect(given().at(-1)).toMatchObject({ call: getGreenhouses.name });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[LOC-019] [LOC-021] [LOC-022] [LOC-023] [MSG-074] [CALL-053] an update sends what changed and is not empty', async () => {
  const { user, given, learn, alerts } = greenhousesShown();
  await user.click(screen.getAllByRole('button', { name: 'Update Kas 1' })[0] ?? document.body);
  await user.clear(field('Client Name'));
  expect(field('Client Name')).toHaveAccessibleDescription('Left empty, it stays as it is.');
  await user.type(field('Name'), '1');
  await user.click(press('Update Greenhouse'));
  expect(given().at(-1)).toEqual({ call: postUpdateGreenhouse.name, params: { id: 'gh-1' }, body: { name: 'Kas 11' } });
  learn(...update.gave({ result: { id: 'gh-1', name: 'Kas 11', location_id: 'loc-1' } }));
  expect(alerts()).toEqual(['success: Greenhouse is updated']);
});

it('[FORM10] [LOC-022] a name that another greenhouse has as well, and a long one, are in the way of no other field; emptied they stay', async () => {
  const twice = { name: 'Kas 1', client_name: 'x'.repeat(120), location_id: 'loc-1', map_id: 'linde-1' };
  const { user, given } = greenhousesShown({
    events: [
      ...somePlaces,
      greenhousesKnown([
        { ...twice, id: 'gh-1' },
        { ...twice, id: 'gh-2' },
        { ...twice, id: 'gh-3', location_id: 'loc-2' },
      ]),
    ],
  });
  await user.click(screen.getAllByRole('button', { name: 'Update Kas 1' })[0] ?? document.body);
  await user.clear(field('Name'));
  await user.clear(combo('Map'));
  expect(screen.queryByText('Another greenhouse of this location has the same name.')).toBeNull();
  await user.clear(field('Client Name'));
  await user.type(field('Client Name'), 'Eerste');
  const choose = async (typed: string, option: string) => {
    await user.clear(combo('Location'));
    await user.type(combo('Location'), typed);
    await user.click(await dialog().findByRole('option', { name: option }));
  };
  await choose('houte', 'Van Houte Tomaten');
  expect(press('Update Greenhouse')).toBeDisabled();
  await choose('linde', 'De Linde');
  await user.click(press('Update Greenhouse'));
  expect(given().at(-1)).toEqual({ call: postUpdateGreenhouse.name, params: { id: 'gh-1' }, body: { client_name: 'Eerste' } });
});

it('[LOC-023] where only fields were emptied there is nothing to send', async () => {
  const { user, acts } = greenhousesShown();
  await user.click(screen.getAllByRole('button', { name: 'Update Kas 1' })[0] ?? document.body);
  await user.clear(field('Client Name'));
  await user.click(press('Update Greenhouse'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(acts()).toEqual([]);
});

it('[LOC-024] [ROLE-024] [GAP-61] [ENDS1] a system_admin chooses the location and sees its id', async () => {
  const { user, given } = greenhousesShown();
  await user.click(screen.getAllByRole('button', { name: 'Update Kas 1' })[0] ?? document.body);
  expect(combo('Location')).toHaveAccessibleDescription('loc-1');
  await user.clear(combo('Location'));
  await user.type(combo('Location'), 'houte');
  await user.click(await dialog().findByRole('option', { name: 'Van Houte Tomaten' }));
  await user.click(press('Update Greenhouse'));
  expect(await accept(user)).toBe(endings.passGreenhouse('Kas 1', { to: 'Van Houte', hasMap: true }));
  expect(given().at(-1)).toMatchObject({ body: { location_id: 'loc-2' } });
});

it('[ONEMAP10] a greenhouse that gets another location and no map at once passes without it, and the question says so', async () => {
  const { user, given } = greenhousesShown();
  await user.click(screen.getAllByRole('button', { name: 'Update Kas 1' })[0] ?? document.body);
  await user.clear(combo('Location'));
  await user.type(combo('Location'), 'houte');
  await user.click(await dialog().findByRole('option', { name: 'Van Houte Tomaten' }));
  await user.clear(combo('Map'));
  await user.type(combo('Map'), 'no map');
  await user.click(await dialog().findByRole('option', { name: 'No map' }));
  await user.click(press('Update Greenhouse'));
  const passes = endings.passGreenhouse('Kas 1', { to: 'Van Houte', hasMap: false });
  expect(await accept(user)).toBe(`${passes} ${endings.takeMapAway('Linde Een', { from: 'Kas 1', passes: true })}`);
  expect(given().at(-1)).toMatchObject({ body: { location_id: 'loc-2', map_id: null } });
});

it.each(['license_support_engineer', 'organisation_admin', 'organisation_user'])(
  '[LOC-025] [MSG-075] a %s sees the location and who can change it',
  async (role) => {
    const { user } = greenhousesShown({ role });
    await user.click(screen.getAllByRole('button', { name: 'Update Kas 1' })[0] ?? document.body);
    expect(field('Location')).toHaveValue('De Linde (loc-1)');
    expect(field('Location')).toHaveAttribute('readonly');
    expect(field('Location')).toHaveAccessibleDescription('Can only be updated by your Cloud Manager');
  },
);

it('[FORM4] a greenhouse that leaves the list while somebody types stays in the form, with the reason of the refusal', async () => {
  const { user, learn } = greenhousesShown();
  await user.click(screen.getAllByRole('button', { name: 'Update Kas 1' })[0] ?? document.body);
  await user.type(field('Name'), '<i>');
  learn(greenhousesKnown([]));
  await user.click(press('Update Greenhouse'));
  learn(...update.refused(404, 'NotFound: no such greenhouse'));
  expect(dialog().getByRole('alert')).toHaveTextContent('no such greenhouse');
  expect(field('Name')).toHaveValue('Kas 1<i>');
});

it('[LOC-018] among 2,000 locations one is found by typing', async () => {
  const many = Array.from({ length: 2_000 }, (_, at) => aLocation(`loc-${at}`, { name: `Nursery ${at}` }));
  const { user } = greenhousesShown({ events: [organisations, locations, locationsKnown(many), greenhousesKnown([])] });
  await user.click(screen.getByRole('button', { name: 'Create Greenhouse' }));
  await pasteInto(user, combo('Location'), 'nursery 1998');
  expect(
    dialog()
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Nursery 1998']);
});

it('[REMOVE2] a greenhouse is removed in its dialog; a refusal stays there with the way to what uses it', async () => {
  const removal = actOf(postDeleteGreenhouse, { id: 'gh-1' });
  const { user, acts, learn } = greenhousesShown({ role: 'organisation_user' });
  await user.click(screen.getAllByRole('button', { name: 'Update Kas 1' })[0] ?? document.body);
  await user.click(press('Remove Kas 1'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'Kas 1 will be removed for good. Its map stays, and belongs to no greenhouse then.',
  );
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(acts()).toEqual([{ call: postDeleteGreenhouse.name, params: { id: 'gh-1' }, body: {} }]);
  learn(...removal.refused(409, 'Conflict: Kas 1 is used by 2 devices and 14 treatments.'));
  expect(dialog().getByText('Kas 1 is used by 2 devices and 14 treatments.')).toBeVisible();
  expect(dialog().getByRole('link', { name: 'Map' })).toHaveAttribute('href', '/maps/map_detail?map_id=linde-1');
  await user.click(press('Remove Kas 1'));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  learn(...removal.gave({ result: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['another', 'houte', 'Van Houte Tomaten', true],
  ['the same', 'linde', 'De Linde', false],
])('[ENDS1] [ONEMAP1] a map that a greenhouse of %s organisation has leaves it after a question', async (_, typed, location, passes) => {
  const { user, acts } = greenhousesShown();
  await user.click(screen.getByRole('button', { name: 'Create Greenhouse' }));
  await user.type(field('Name'), 'Kas 7');
  await user.type(combo('Location'), typed);
  await user.click(await dialog().findByRole('option', { name: location }));
  await user.type(combo('Map'), 'linde');
  await user.click(await dialog().findByRole('option', { name: /Linde Een/ }));
  await user.click(press('Create Greenhouse'));
  expect(acts()).toEqual([]);
  expect(await accept(user)).toBe(endings.takeMap('Linde Een', { from: 'Kas 1', passes }));
  expect(acts()).toHaveLength(1);
});

it('[FORM16] [NAMED2] after an update or a removal without a response the list is requested again; a greenhouse without a name is called by its id', async () => {
  const nameless = { id: 'gh-7', name: '', location_id: 'loc-1', map_id: null };
  const { user, given, learn } = greenhousesShown({ events: [...somePlaces, greenhousesKnown([nameless])] });
  await user.click(screen.getByRole('button', { name: 'Update gh-7' }));
  await user.type(field('Client Name'), 'Noord');
  await user.click(press('Update Greenhouse'));
  expect(given().at(-1)).toMatchObject({ call: postUpdateGreenhouse.name, body: { client_name: 'Noord' } });
  learn(...actOf(postUpdateGreenhouse, { id: 'gh-7' }).refused(0, ''));
  expect(dialog().getByText('No answer came. The change may be saved all the same.')).toBeVisible();
  expect(given().at(-1)).toMatchObject({ call: getGreenhouses.name });
  await user.click(press('Remove gh-7'));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  learn(...actOf(postDeleteGreenhouse, { id: 'gh-7' }).refused(0, ''));
  expect(dialog().getByText('No answer came. gh-7 may be removed all the same.')).toBeVisible();
  expect(given().at(-1)).toMatchObject({ call: getGreenhouses.name });
});
