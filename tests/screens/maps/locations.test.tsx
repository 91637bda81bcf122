import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import {
  getNetworkInformation,
  postCreateLocation,
  postDeleteNetworkInformation,
  postUpdateLocation,
  postUpdateNetworkInformation,
} from '#contract/location';
import { getStateData } from '#contract/fleet/dataGroup';
import { getMapGeojson } from '#contract/map';
import { getLocations } from '#contract/place';
import { endings } from '#domain/text/endings';
import { LocationsScreen } from '#screens/maps/locations/LocationsScreen';
import { createSecretChannel, SecretContext } from '#hooks/secretChannel';
import { keyOf, type EventPayload } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { createLeaveGuard, LeaveGuardContext } from '#ui/form/leaveGuard';
import { pasteInto } from '../../support/pasteInto.ts';
import { reported } from '../../state/eventsOf.ts';
import { aDevice, devicesKnown } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { accept, cells, combo, dialog, field, press } from '../onScreen.ts';
import { aLocation, locationsKnown, maps, mapsKnown, organisations, somePlaces, timezonesKnown } from './aPlace.ts';

const fleet: readonly EventPayload[] = [
  devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Boris'), aDevice('LF-03', 'Clio')),
  reported('LF-01', 1, { current_state: 'executing_task', current_task: 'uv_treatment' }),
  reported('LF-02', 1, { current_state: 'error', error_code: '0x03000117' }),
  { kind: 'clock.ticked' },
];

interface Options {
  readonly role?: string;
  readonly address?: string;
  readonly events?: readonly EventPayload[];
  readonly isPast?: boolean;
}

function locationsShown({ role = 'system_admin', address = '/maps/locations', events = somePlaces, isPast = false }: Options = {}) {
  const door = createSecretChannel();
  const shown = managing(
    <LeaveGuardContext value={createLeaveGuard()}>
      <SecretContext value={isPast ? null : door}>
        <LocationsScreen />
      </SecretContext>
    </LeaveGuardContext>,
    { address, isPast, events: [signedIn(role), ...events, ...fleet] },
  );
  return { ...shown, door };
}

it('[LOC-001] the locations stand in the menu of the maps, with all that stands and works there', () => {
  expect(routes.find(({ path }) => path === '/maps/locations')).toMatchObject({ title: 'Locations', place: 'menu', group: 'maps' });
  locationsShown();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Organisation',
    'Address',
    'Timezone',
    'Greenhouses',
    'Devices',
    'Online',
    'In error',
    'In treatment',
  ]);
  expect(cells()).toEqual([
    ['De Linde', 'De Linde Groep', 'Dorp 1', 'Europe/Brussels', '2', '2', '2', '1', '1'],
    ['Van Houte Tomaten', 'Van Houte', '-', 'Europe/Brussels', '0', '0', '0', '0', '0'],
  ]);
});

it('[LOC-001] it is searched by name, client name and address, and limited to an organisation; Clear Filter ends both', async () => {
  const { user } = locationsShown();
  await user.type(screen.getByRole('searchbox', { name: 'Name or address' }), 'vht');
  expect(cells().map(([name]) => name)).toEqual(['Van Houte Tomaten']);
  await user.click(screen.getByRole('combobox', { name: 'Organisation' }));
  await user.click(await screen.findByRole('option', { name: 'De Linde Groep' }));
  expect(screen.getByText('No rows found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  expect(cells()).toHaveLength(2);
});

it('[VER2] the plan of a greenhouse is requested once the versions of its map are known, not in a version that may not exist', () => {
  const address = '/maps/locations?location=loc-1&greenhouse=gh-1';
  const { intents, learn } = locationsShown({ address, events: somePlaces.filter((known) => known !== maps) });
  const plans = () =>
    intents.flatMap((intent) =>
      intent.kind === 'query.subscribed' && intent.request.call === getMapGeojson.name ? [intent.request.params] : [],
    );
  expect(plans()).toEqual([]);
  expect(within(screen.getByRole('region', { name: 'Plan of Kas 1' })).getByRole('status', { name: 'Loading' })).toBeVisible();
  learn(mapsKnown([{ id: 'linde-1', name: 'Linde Een', versions: ['3.1.0#3.1.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0'] }]));
  expect(plans()).toEqual([{ id: 'linde-1', version: '3.1.0' }]);
});

it('[MAP-046] [MSG-069] [GAP-35] the plan of a greenhouse says that it replaces an illegal map version', () => {
  const address = '/maps/locations?location=loc-1&greenhouse=gh-1';
  const { learn } = locationsShown({ address, events: somePlaces.filter((known) => known !== maps) });
  learn(mapsKnown([{ id: 'linde-1', name: 'Linde Een', versions: ['2.-1.3#1#1#1#1#1#1#1#1'] }]));
  expect(screen.getByText('Found an illegal map version, defaulting to 2.1.1')).toBeVisible();
});

it('[LOC-001] 2,000 locations are paged, and found by typing', async () => {
  const many = Array.from({ length: 2_000 }, (_, at) => aLocation(`loc-${at}`, { name: `Nursery ${at}` }));
  const { user } = locationsShown({ events: [organisations, locationsKnown(many)] });
  expect(screen.getByText('1-10 of 2 000')).toBeVisible();
  expect(cells()).toHaveLength(10);
  await user.type(screen.getByRole('searchbox', { name: 'Name or address' }), 'Nursery 1999');
  expect(cells().map(([name]) => name)).toEqual(['Nursery 1999']);
});

it('[LOC-001] before the first answer it waits, a failure shows, an empty list says so, and the past may know none', () => {
  const { learn, unmount } = locationsShown({ events: [] });
  expect(screen.getByRole('table', { name: 'Locations' })).toHaveAttribute('aria-busy', 'true');
  learn({ kind: 'request.failed', key: keyOf(fullListOf(getLocations)), call: getLocations.name, failure: { status: 500, message: '' } });
  expect(screen.getByText('Loading failed, retrying')).toBeVisible();
  unmount();
  const past = locationsShown({ events: [], isPast: true });
  expect(screen.getByText('Not known at that time')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create Location' })).toBeDisabled();
  past.unmount();
});

it('[NIGHT16] at a past moment that knows the locations alone, greenhouses are not counted as none', async () => {
  const { user } = locationsShown({ events: [locationsKnown([aLocation('loc-1', { name: 'Nursery' })])], isPast: true });
  expect(screen.getByRole('columnheader', { name: /Greenhouses/ })).toBeVisible();
  const column = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent.includes('Greenhouses'));
  expect(cells()[0]?.[column]).toBe('-');
  await user.click(screen.getByRole('link', { name: 'Nursery' }));
  expect(within(screen.getByRole('region', { name: 'Nursery' })).getByText('Not known at that time')).toBeVisible();
});

it('[LOC-014] [LOC-015] a location shows its greenhouses with their maps and its devices, the one in error first', async () => {
  const { user, address } = locationsShown();
  await user.click(screen.getByRole('link', { name: 'De Linde' }));
  expect(address()).toBe('/maps/locations?location=loc-1');
  const detail = within(screen.getByRole('region', { name: 'De Linde' }));
  const houses = within(detail.getByRole('region', { name: 'Greenhouses' }));
  expect(houses.getAllByRole('listitem').map((line) => line.textContent)).toEqual(['Kas 1linde-1', 'Kas 2']);
  expect(houses.getByRole('link', { name: 'linde-1' })).toHaveAttribute('href', '/maps/map_detail?map_id=linde-1');
  const devices = within(detail.getByRole('region', { name: 'Devices' }));
  expect(devices.getAllByRole('link').map((link) => link.textContent)).toEqual(['Boris', 'Alba']);
  expect(devices.getByText('2, 2 online')).toBeVisible();
});

it('[LOC-001] an address with an unknown location says so', () => {
  locationsShown({ address: '/maps/locations?location=loc-gone' });
  expect(screen.getByText('Location loc-gone not found')).toBeVisible();
});

it('[LOC-002] [LOC-003] [LOC-006] [LOC-013] [MSG-071] [CALL-049] a location is created with name, address, organisation and timezone', async () => {
  const { user, given, learn, alerts, intents } = locationsShown();
  await user.click(screen.getByRole('button', { name: 'Create Location' }));
  expect(dialog().queryByRole('textbox', { name: 'Client Name' })).toBeNull();
  expect(press('Create Location')).toBeDisabled();
  await pasteInto(user, field('Name'), '  Witloof ');
  await pasteInto(user, field('Address'), 'Kerkstraat 1');
  await user.type(combo('Organisation'), 'houte');
  await user.click(await dialog().findByRole('option', { name: 'Van Houte' }));
  await user.click(combo('Timezone'));
  expect(
    dialog()
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['Europe/Amsterdam', 'Europe/Brussels', 'UTC']);
  await user.click(await dialog().findByRole('option', { name: 'Europe/Amsterdam' }));
  await user.click(press('Create Location'));
  const body = { name: 'Witloof', address: 'Kerkstraat 1', owned_by: 'org-2', timezone: 'Europe/Amsterdam' };
  expect(given()).toContainEqual({ call: postCreateLocation.name, params: {}, body });
  const before = intents.length;
  learn(...actOf(postCreateLocation, {}).gave({ result: aLocation('loc-new', body) }));
  expect(alerts()).toEqual(['success: Location is created']);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(intents.slice(before)).toContainEqual(
    expect.objectContaining({ kind: 'query.requested', request: expect.objectContaining({ call: getLocations.name }) }),
  );
});

it('[LOC-003] [PLACE1] [PLACE3] problems are shown under their fields, and the button is disabled', async () => {
  const { user } = locationsShown();
  await user.click(screen.getByRole('button', { name: 'Create Location' }));
  await pasteInto(user, field('Name'), 'x'.repeat(101));
  expect(field('Name')).toHaveAccessibleDescription('Name cannot be longer than 100 characters.');
  await user.clear(field('Name'));
  await pasteInto(user, field('Name'), ' de LINDE');
  await pasteInto(user, combo('Organisation'), 'De Linde Groep');
  await user.tab();
  expect(field('Name')).toHaveAccessibleDescription('Another location of this organisation has the same name.');
  await pasteInto(user, combo('Timezone'), 'Europe/Atlantis');
  await user.tab();
  expect(combo('Timezone')).toHaveValue('');
  expect(combo('Timezone')).toHaveAccessibleDescription('Timezone cannot be empty.');
  expect(press('Create Location')).toBeDisabled();
});

const update = actOf(postUpdateLocation, { id: 'loc-2' });

it('[LOC-004] [LOC-005] [LOC-007] [CALL-050] [GAP-59] an update sends what changed and nothing else; an emptied field is a change', async () => {
  const { user, given, learn, alerts } = locationsShown({ address: '/maps/locations?location=loc-2' });
  await user.click(screen.getByRole('button', { name: 'Update location' }));
  expect([field('Name'), field('Client Name'), field('Address'), combo('Organisation'), combo('Timezone')]).toMatchObject([
    { value: 'Van Houte Tomaten' },
    { value: 'VHT' },
    { value: '' },
    { value: 'Van Houte' },
    { value: 'Europe/Brussels' },
  ]);
  expect(press('Update Location')).toBeDisabled();
  await user.clear(field('Client Name'));
  await pasteInto(user, field('Address'), '<b>"Weg" 2</b>');
  await user.click(press('Update Location'));
  expect(given().at(-1)).toEqual({
    call: postUpdateLocation.name,
    params: { id: 'loc-2' },
    body: { client_name: '', address: '<b>"Weg" 2</b>' },
  });
  learn(...update.gave({ result: aLocation('loc-2') }));
  expect(alerts()).toEqual(['success: Location is updated']);
});

it('[LOC-008] [GAP-61] [ENDS1] a system_admin chooses the owner and sees its id', async () => {
  const { user, given } = locationsShown({ address: '/maps/locations?location=loc-2' });
  await user.click(screen.getByRole('button', { name: 'Update location' }));
  expect(combo('Organisation')).toHaveAccessibleDescription('org-2');
  await user.clear(combo('Organisation'));
  await user.type(combo('Organisation'), 'linde');
  await user.click(await dialog().findByRole('option', { name: 'De Linde Groep' }));
  await user.click(press('Update Location'));
  expect(await accept(user)).toBe(endings.passLocation('Van Houte Tomaten', { to: 'De Linde Groep', devices: 0, renews: true }));
  expect(given().at(-1)).toMatchObject({ body: { owned_by: 'org-1' } });
});

it.each(['license_support_engineer', 'organisation_admin', 'organisation_user'])(
  '[LOC-009] [MSG-075] [GAP-61] a %s sees the owner with its id and who can change it',
  async (role) => {
    const { user } = locationsShown({ role, address: '/maps/locations?location=loc-2' });
    await user.click(screen.getByRole('button', { name: 'Update location' }));
    expect(field('Organisation')).toHaveValue('Van Houte (org-2)');
    expect(field('Organisation')).toHaveAttribute('readonly');
    expect(field('Organisation')).toHaveAccessibleDescription('Can only be updated by your Cloud Manager');
  },
);

it('[LOC-007] [FORM1] [FORM4] an owner changed while the form is open shows, what was refused stays, and only the own change is sent', async () => {
  const { user, given, learn } = locationsShown({ role: 'organisation_admin', address: '/maps/locations?location=loc-2' });
  await user.click(screen.getByRole('button', { name: 'Update location' }));
  await pasteInto(user, field('Address'), 'Typed');
  learn(locationsKnown([aLocation('loc-2', { name: 'Renamed', owned_by: 'org-1', address: 'Theirs', client_name: 'VHT' })]));
  expect(field('Name')).toHaveValue('Renamed');
  expect(field('Organisation')).toHaveValue('De Linde Groep (org-1)');
  expect(field('Address')).toHaveValue('Typed');
  expect(field('Address')).toHaveAccessibleDescription('Changed by somebody else meanwhile: Theirs');
  learn(locationsKnown([]));
  expect(field('Address')).toHaveValue('Typed');
  await user.click(press('Update Location'));
  expect(given().at(-1)).toMatchObject({ body: { address: 'Typed' } });
  learn(...update.refused(404, 'NotFound: no such location'));
  expect(dialog().getByRole('alert')).toHaveTextContent('no such location');
  expect(field('Address')).toHaveValue('Typed');
});

it.each([
  [409, 'Conflict: Another location of this organisation has the same name.', 'Another location of this organisation has the same name.'],
  [
    403,
    'Forbidden: Only a system_admin can change the owner of a location.',
    'Forbidden: Only a system_admin can change the owner of a location.',
  ],
  [500, '', 'Something went wrong'],
  [0, '', 'No answer came. The change may be saved all the same.'],
])('[FORM4] an update that ends with %i %s says "%s"', async (status, message, text) => {
  const { user, learn } = locationsShown({ address: '/maps/locations?location=loc-2' });
  await user.click(screen.getByRole('button', { name: 'Update location' }));
  await user.type(field('Name'), ' 2');
  await user.click(press('Update Location'));
  learn(update.onItsWay);
  expect(press('Saving')).toBeDisabled();
  learn(...update.refused(status, message));
  expect(dialog().getByRole('alert')).toHaveTextContent(text);
  expect(field('Name')).toHaveValue('Van Houte Tomaten 2');
  expect(press('Update Location')).toBeEnabled();
});

it('[LOC-013] a stored timezone that is none is shown, and stands in the way of nothing else', async () => {
  const odd = aLocation('loc-2', { timezone: 'Nowhere/Old' });
  const { user, given } = locationsShown({
    events: [organisations, locationsKnown([odd]), timezonesKnown],
    address: '/maps/locations?location=loc-2',
  });
  await user.click(screen.getByRole('button', { name: 'Update location' }));
  expect(combo('Timezone')).toHaveValue('Nowhere/Old');
  await user.type(field('Address'), '2');
  await user.click(press('Update Location'));
  expect(given().at(-1)).toMatchObject({ body: { address: 'Dorp 12' } });
});

it('[FORM10] [LOC-007] a name that another location has as well is in the way of no other field; with another owner it counts', async () => {
  const name = 'De Linde';
  const { user, given } = locationsShown({
    events: [
      organisations,
      locationsKnown([aLocation('loc-1', { name }), aLocation('loc-2', { name }), aLocation('loc-3', { name, owned_by: 'org-2' })]),
    ],
    address: '/maps/locations?location=loc-2',
  });
  await user.click(screen.getByRole('button', { name: 'Update location' }));
  const choose = async (typed: string, option: string) => {
    await user.clear(combo('Organisation'));
    await user.type(combo('Organisation'), typed);
    await user.click(await dialog().findByRole('option', { name: option }));
  };
  await user.type(field('Address'), '2');
  expect(press('Update Location')).toBeEnabled();
  await choose('houte', 'Van Houte');
  expect(press('Update Location')).toBeDisabled();
  expect(press('Update Location')).toHaveAccessibleDescription('Another location of this organisation has the same name.');
  await choose('linde', 'De Linde Groep');
  await user.click(press('Update Location'));
  expect(given().at(-1)).toMatchObject({ body: { address: 'Dorp 12' } });
});

const network = actOf(getNetworkInformation, { id: 'loc-1' });
const networkKey = keyOf({ call: getNetworkInformation.name, params: { id: 'loc-1' }, query: {} });

async function requested(answer: object) {
  const shown = locationsShown({ address: '/maps/locations?location=loc-1' });
  await shown.user.click(screen.getByRole('button', { name: 'Request' }));
  act(() => shown.door.onSecret(networkKey, answer));
  shown.learn(network.onItsWay, { kind: 'request.unchanged', key: networkKey, call: getNetworkInformation.name });
  return shown;
}

it('[LOC-010] [CALL-054] network information is masked until it is requested, and gone after 60 s', async () => {
  const { tickAt } = await requested({ wifi_ssid: 'linde-kas', wifi_password: 'kas-Zuid-7741' });
  expect(screen.getByText('kas-Zuid-7741')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^hidden again in \d+ s$/);
  tickAt(120);
  expect(screen.queryByText('kas-Zuid-7741')).toBeNull();
  expect(screen.getAllByText('***')).toHaveLength(2);
});

it.each([[{ wifi_ssid: null, wifi_password: null }], [{}], [{ wifi_ssid: '', wifi_password: '' }]])(
  '[LOC-012] [MSG-072] where there is none (%j) a warning says so',
  async (answer) => {
    await requested(answer);
    expect(screen.getByText('No network information found')).toBeVisible();
  },
);

it('[KEPTHERE2] [LOC-011] [CALL-055] [GAP-59] network information is updated, both fields at once; what was shown is hidden then', async () => {
  const { user, given, learn, alerts } = await requested({ wifi_ssid: 'linde-kas', wifi_password: 'kas-Zuid-7741' });
  await user.click(screen.getByRole('button', { name: 'Update network information' }));
  expect(field('wifi_password')).toHaveValue('kas-Zuid-7741');
  expect(screen.getByText(/^Kept here: /)).toBeVisible();
  await user.clear(field('wifi_ssid'));
  expect(field('wifi_ssid')).toHaveAccessibleDescription('wifi_ssid cannot be empty.');
  await pasteInto(user, field('wifi_ssid'), 'linde-2');
  await user.click(press('Update'));
  const body = { wifi_ssid: 'linde-2', wifi_password: 'kas-Zuid-7741' };
  expect(given().at(-1)).toEqual({ call: postUpdateNetworkInformation.name, params: { id: 'loc-1' }, body });
  learn(...actOf(postUpdateNetworkInformation, { id: 'loc-1' }).gave({ result: true }));
  expect(alerts()).toEqual(['success: Network information is updated']);
  expect(screen.getAllByText('***')).toHaveLength(2);
});

it('[GONE2] the network form of a location that somebody else removes stays with what was typed', async () => {
  const { user, learn } = locationsShown({ address: '/maps/locations?location=loc-1' });
  await user.click(screen.getByRole('button', { name: 'Update network information' }));
  await user.type(field('wifi_ssid'), 'kas');
  learn(locationsKnown([aLocation('loc-2')]));
  expect(field('wifi_ssid')).toHaveValue('kas');
});

it('[NETWORK1] network information is removed in the dialog that changes it, after a question; what was shown is hidden then', async () => {
  const { user, given, learn, alerts } = await requested({ wifi_ssid: 'linde-kas', wifi_password: 'kas-Zuid-7741' });
  await user.click(screen.getByRole('button', { name: 'Update network information' }));
  await user.click(press('Remove Network information'));
  expect(await accept(user)).toBe(`Network information will be removed for good. ${endings.removeNetwork()}`);
  expect(given().at(-1)).toEqual({ call: postDeleteNetworkInformation.name, params: { id: 'loc-1' }, body: {} });
  learn(...actOf(postDeleteNetworkInformation, { id: 'loc-1' }).gave({ result: true }));
  expect([alerts(), screen.queryByRole('dialog')]).toEqual([['success: Network information is removed'], null]);
  expect(screen.getAllByText('***')).toHaveLength(2);
});

it('[KEPTHERE3] a network that a device may still have stands beside the stored one', async () => {
  await requested({ wifi_ssid: 'kas', wifi_password: 'new', former: { wifi_ssid: 'kas', wifi_password: 'old' } });
  const former = within(screen.getByRole('group', { name: 'Former network information' }));
  expect(former.getByText('old')).toBeVisible();
});

it('[GEO6] where the map cannot be drawn the table stands alone, with a word why', () => {
  const { unmount } = locationsShown({ events: [organisations, locationsKnown([aLocation('loc-1', { latitude: 51, longitude: 4 })])] });
  expect(screen.getByText('This browser cannot draw the map; the table below has all of it.')).toBeVisible();
  expect(cells()).toHaveLength(1);
  unmount();
  locationsShown({ events: [organisations, locationsKnown([aLocation('loc-1'), aLocation('loc-2', { latitude: 120, longitude: 4 })])] });
  expect(screen.queryByText(/cannot draw the map/)).toBeNull();
  expect(screen.queryByText('In treatment', { selector: 'p *' })).toBeNull();
});

it('[MISSING1] a location that was just created is not called missing while the list that has it is awaited', () => {
  const started: EventPayload = { kind: 'request.started', key: keyOf(fullListOf(getLocations)), call: getLocations.name };
  const { learn } = locationsShown({ address: '/maps/locations?location=loc-new', events: [...somePlaces, started] });
  expect(screen.queryByText('Location loc-new not found')).toBeNull();
  learn(locationsKnown([]));
  expect(screen.getByText('Location loc-new not found')).toBeVisible();
});

it('[BIGPLAN2] beside a plan the site of at most 50 devices is requested at once: of those whose record names none, first those whose site is not known', () => {
  const many = Array.from({ length: 120 }, (_, index) => aDevice(`LF-${String(index).padStart(3, '0')}`, `Robot ${index}`));
  const deployed = many.map((device, index) => ({
    ...device,
    site_id: index < 20 ? 'linde-1' : null,
    active_deployment: { id: `d-${index}`, location_id: 'loc-1', creation_date: '2026-01-01T00:00:00Z', device_serial: device.serial },
  }));
  const { intents, learn } = locationsShown({ address: '/maps/locations?location=loc-1&greenhouse=gh-1' });
  intents.length = 0;
  learn(devicesKnown(...deployed), { kind: 'clock.ticked' });
  const asked = () =>
    intents.flatMap((intent) =>
      intent.kind === 'query.subscribed' && intent.request.call === getStateData.name ? [intent.request.params['serial']] : [],
    );
  expect(asked()).toHaveLength(50);
  expect(asked().filter((serial = '') => serial < 'LF-020')).toEqual([]);
});
