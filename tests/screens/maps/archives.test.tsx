import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { postArchive, postDeleteMap, postDeleteMapVersion } from '#contract/archive';
import type { Call } from '#contract/call';
import { postDeleteGreenhouse } from '#contract/greenhouse';
import type { ServerFeature } from '#contract/config';
import { getMapDetail, getMapIds, getMapVersions } from '#contract/map';
import { endings } from '#domain/text/endings';
import { GreenhousesScreen } from '#screens/maps/greenhouses/GreenhousesScreen';
import { LocationsScreen } from '#screens/maps/locations/LocationsScreen';
import { MapDetailScreen } from '#screens/maps/map_detail/MapDetailScreen';
import { MapsScreen } from '#screens/maps/maps/MapsScreen';
import { OrganisationsScreen } from '#screens/maps/organisations/OrganisationsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { accept, cells, combo, dialog, press } from '../onScreen.ts';
import {
  aLocation,
  deployments,
  greenhousesKnown,
  locationsKnown,
  mapsKnown,
  organisationsKnown,
  somePlaces,
  timezonesKnown,
} from './aPlace.ts';

const archived = true;
const withArchived: readonly EventPayload[] = [
  organisationsKnown([
    { id: 'org-1', name: 'De Linde Groep' },
    { id: 'org-2', name: 'Van Houte', archived },
  ]),
  locationsKnown([
    aLocation('loc-1', { name: 'De Linde' }),
    aLocation('loc-2', { name: 'Van Houte Tomaten', owned_by: 'org-2', archived }),
  ]),
  greenhousesKnown([
    { id: 'gh-1', name: 'Kas 1', location_id: 'loc-1', map_id: 'linde-1' },
    { id: 'gh-2', name: 'Kas 2', location_id: 'loc-1', map_id: null, archived },
  ]),
  deployments,
  mapsKnown([
    { id: 'linde-1', name: 'Linde Een', versions: [] },
    { id: 'linde-2', name: 'Linde Twee', versions: [], archived },
  ]),
  timezonesKnown,
];

const lists: readonly (readonly [string, ComponentType, string, string, string])[] = [
  ['organisations', OrganisationsScreen, 'organisations', 'De Linde Groep', 'Van Houte'],
  ['locations', LocationsScreen, 'locations', 'De Linde', 'Van Houte Tomaten'],
  ['greenhouses', GreenhousesScreen, 'greenhouses', 'Kas 1', 'Kas 2'],
  ['maps', MapsScreen, 'maps', 'Linde Een', 'Linde Twee'],
];
it.each(lists)(
  '[ARCHIVE2] the list of %s shows what is in use, and by its filter what is archived',
  async (_name, View, path, used, gone) => {
    const { user } = managing(<View />, { address: `/maps/${path}`, events: [signedIn('system_admin'), ...withArchived] });
    const texts = () => cells().map((row) => row.join(' | '));
    expect(texts()).toEqual([expect.stringContaining(used)]);
    await user.click(screen.getByRole('checkbox', { name: 'Archived (1)' }));
    expect(texts()).toEqual([expect.stringContaining(`${gone}Archived`)]);
  },
);

it.each(lists)('[ARCHIVE2] where nothing of the %s is archived, there is no filter', (_name, View, path) => {
  managing(<View />, { address: `/maps/${path}`, events: [signedIn('system_admin'), ...somePlaces] });
  expect(screen.queryByRole('checkbox', { name: /^Archived/ })).toBeNull();
});

it.each(lists)(
  '[ARCHIVE2] an address that asks for archived ones of the %s shows those in use where there are none',
  (_name, View, path, used) => {
    managing(<View />, { address: `/maps/${path}?${path}.archived=true`, events: [signedIn('system_admin'), ...somePlaces] });
    expect(screen.queryByRole('checkbox', { name: /^Archived/ })).toBeNull();
    expect(
      cells()
        .map((row) => row.join(' | '))
        .join(),
    ).toContain(used);
  },
);

it('[ARCHIVE2] an archived entity is offered only where it is chosen already', async () => {
  const { user, unmount } = managing(<GreenhousesScreen />, {
    address: '/maps/greenhouses',
    events: [signedIn('system_admin'), ...withArchived],
  });
  await user.click(screen.getByRole('button', { name: 'Create Greenhouse' }));
  for (const [name, used, gone] of [
    ['Location', 'De Linde', 'Van Houte Tomaten'],
    ['Map', 'Linde Een', 'Linde Twee'],
  ] as const) {
    await user.click(combo(name));
    expect(await screen.findByRole('option', { name: used })).toBeVisible();
    expect(screen.queryByRole('option', { name: new RegExp(gone) })).toBeNull();
    await user.keyboard('{Escape}');
  }
  unmount();
  const shown = managing(<LocationsScreen />, {
    address: '/maps/locations?location=loc-2',
    events: [signedIn('system_admin'), ...withArchived],
  });
  await shown.user.click(screen.getByRole('button', { name: 'Update location' }));
  expect(combo('Organisation')).toHaveValue('Van Houte (archived)');
});

it('[ARCHIVE6] a greenhouse is archived in its dialog after a question; a refusal stays there with the way to what works with it', async () => {
  const act = actOf(postArchive, { kind: 'greenhouse', id: 'gh-1' });
  const { user, acts, learn } = managing(<GreenhousesScreen />, { address: '/', events: [signedIn('organisation_user'), ...withArchived] });
  await user.click(screen.getByRole('button', { name: 'Update Kas 1' }));
  await user.click(press('Archive Kas 1'));
  expect(await accept(user)).toBe(endings.archive('Kas 1'));
  expect(acts()).toEqual([{ call: postArchive.name, params: { kind: 'greenhouse', id: 'gh-1' }, body: { archived: true } }]);
  learn(...act.refused(409, 'Conflict: Kas 1 is still used by 1 deployed device.'));
  expect(dialog().getByText('Kas 1 is still used by 1 deployed device.')).toBeVisible();
  expect(dialog().getByRole('link', { name: 'Location' })).toHaveAttribute('href', '/maps/locations?location=loc-1');
  await user.click(press('Archive Kas 1'));
  await accept(user);
  learn(...act.gave({ result: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each(['Archive', 'Remove'])('[FORM13] %s of a greenhouse that is on its way keeps the dialog, which shows the refusal', async (word) => {
  const call = word === 'Archive' ? postArchive : postDeleteGreenhouse;
  const act = actOf(call, word === 'Archive' ? { kind: 'greenhouse', id: 'gh-1' } : { id: 'gh-1' });
  const { user, acts, learn } = managing(<GreenhousesScreen />, { address: '/', events: [signedIn('organisation_user'), ...withArchived] });
  await user.click(screen.getByRole('button', { name: 'Update Kas 1' }));
  await user.click(press(`${word} Kas 1`));
  await accept(user);
  learn(act.onItsWay);
  await user.keyboard('{Escape}');
  await user.click(press('Cancel'));
  expect(press(word === 'Archive' ? 'Remove Kas 1' : 'Archive Kas 1')).toBeDisabled();
  learn(...act.refused(409, 'Conflict: Kas 1 is still used by 1 deployed device.'));
  expect(dialog().getByText('Kas 1 is still used by 1 deployed device.')).toBeVisible();
  expect(acts()).toHaveLength(1);
});

it('[ARCHIVE6] an archived location is restored without a question', async () => {
  const { user, acts } = managing(<LocationsScreen />, {
    address: '/maps/locations?location=loc-2',
    events: [signedIn('organisation_admin'), ...withArchived],
  });
  await user.click(screen.getByRole('button', { name: 'Update location' }));
  await user.click(press('Restore Van Houte Tomaten'));
  expect(acts()).toEqual([{ call: postArchive.name, params: { kind: 'location', id: 'loc-2' }, body: { archived: false } }]);
});

const VERSIONS = ['2.1.1#2.1.1#1#1#1#1#1#1#1', '2.1.2#2.1.2#1#1#1#1#1#1#1'];
const of = (call: Call, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: call.name, params: { id: 'linde-1' }, query: {} }),
  call: call.name,
  answer,
});
function mapShown(role = 'license_support_engineer', features?: readonly ServerFeature[], versions = VERSIONS) {
  const detail = { id: 'linde-1', name: 'Linde Een', versions };
  return managing(<MapDetailScreen />, {
    address: '/maps/map_detail?map_id=linde-1&tab=layers',
    features,
    events: [
      signedIn(role),
      ...withArchived,
      answered(getMapIds, { result: ['linde-1', 'linde-2'] }),
      of(getMapVersions, { versions }),
      of(getMapDetail, { detail }),
    ],
  });
}

it('[MAPDEL3] the staff takes back the newest version of a map, archives it and removes it', async () => {
  const { user, acts, learn } = mapShown();
  // An archived one is in no choice.
  expect([...screen.getByRole<HTMLSelectElement>('combobox', { name: 'Map' }).options].map(({ text }) => text)).toEqual(['Linde Een']);
  await user.click(screen.getByRole('button', { name: 'Take Back Version 2.1.2' }));
  expect(await accept(user)).toBe(`Version 2.1.2 of Linde Een will be removed for good. ${endings.removeMapVersion('2.1.2')}`);
  await user.click(screen.getByRole('button', { name: 'Archive Linde Een' }));
  expect(await accept(user)).toBe(endings.archive('Linde Een'));
  await user.click(screen.getByRole('button', { name: 'Remove Linde Een' }));
  expect(await accept(user)).toBe(`Linde Een will be removed for good. ${endings.removeMap()}`);
  expect(acts().map(({ call, params }) => [call, params])).toEqual([
    [postDeleteMapVersion.name, { id: 'linde-1', version: '2.1.2' }],
    [postArchive.name, { kind: 'map', id: 'linde-1' }],
    [postDeleteMap.name, { id: 'linde-1' }],
  ]);
  learn(...actOf(postDeleteMap, { id: 'linde-1' }).refused(409, 'Conflict: Linde Een is used by greenhouse Kas 1 and 12 treatments.'));
  expect(screen.getByText('Linde Een is used by greenhouse Kas 1 and 12 treatments.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Incidents' })).toHaveAttribute('href', '/incidents/per_map?map_id=linde-1');
});

it('[MAPDEL3] [ARCHIVE6] others, and a server that does not announce it, are not offered it; an only version is not taken back', () => {
  for (const [role, features] of [
    ['organisation_admin', undefined],
    ['system_admin', ['removals', 'map_upload'] as const],
  ] as const) {
    const { unmount } = mapShown(role, features);
    expect(screen.queryByRole('button', { name: /^(Take Back|Archive|Remove)/ })).toBeNull();
    unmount();
  }
  mapShown('system_admin', undefined, VERSIONS.slice(0, 1));
  expect(screen.getByRole('button', { name: 'Remove Linde Een' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Take Back/ })).toBeNull();
});
