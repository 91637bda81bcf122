import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { getErrorCodes } from '#contract/errorCode';
import { rights, rightText, type Right } from '#domain/people/callRights';
import { MaintenanceScreen } from '#screens/device/maintenance/MaintenanceScreen';
import { ErrorCodesScreen } from '#screens/error_codes/ErrorCodesScreen';
import { DeviceInfoScreen } from '#screens/management/device_info/DeviceInfoScreen';
import { GreenhousesScreen } from '#screens/maps/greenhouses/GreenhousesScreen';
import { LocationsScreen } from '#screens/maps/locations/LocationsScreen';
import { OrganisationsScreen } from '#screens/maps/organisations/OrganisationsScreen';
import { answered, devicesKnown } from '../widgets/aConsole.tsx';
import { alba } from './device/aDetail.tsx';
import { managing, signedIn, stages, types } from './management/aManagement.tsx';
import { greenhousesKnown, locations, mapsKnown, organisations } from './maps/aPlace.ts';

const greenhouses = greenhousesKnown([{ id: 'g-1', name: 'Kas 1', client_name: null, location_id: 'loc-1', map_id: null }]);
const codes = answered(getErrorCodes, { error_codes: { '0x0000000A': { description: { development: 'ten' } } }, languages: ['en'] });
const known = [devicesKnown(alba), stages, types, locations, organisations, greenhouses, mapsKnown([]), codes];

/** A button on a screen, and the right without which it is off. */
const rows: readonly (readonly [button: string, address: string, view: ReactElement, right: Right])[] = [
  ['Create Greenhouse', '/maps/greenhouses', <GreenhousesScreen key="a" />, 'places'],
  ['Update Kas 1', '/maps/greenhouses', <GreenhousesScreen key="b" />, 'places'],
  ['Create Location', '/maps/locations', <LocationsScreen key="c" />, 'places'],
  ['Update location', '/maps/locations?location=loc-1', <LocationsScreen key="d" />, 'places'],
  ['Update network information', '/maps/locations?location=loc-1', <LocationsScreen key="e" />, 'secrets'],
  ['Request', '/maps/locations?location=loc-1', <LocationsScreen key="f" />, 'secrets'],
  ['Update De Linde Groep', '/maps/organisations', <OrganisationsScreen key="g" />, 'places'],
  ['Add Error Code', '/error_codes', <ErrorCodesScreen key="h" />, 'error_codes'],
  ['Edit 0x0000000a', '/error_codes', <ErrorCodesScreen key="i" />, 'error_codes'],
  ['Import', '/error_codes', <ErrorCodesScreen key="j" />, 'error_codes'],
  ['Edit Device', '/management/device_info?device_serial=LF-01', <DeviceInfoScreen key="k" />, 'devices'],
  ['Show Secrets', '/management/device_info?device_serial=LF-01', <DeviceInfoScreen key="l" />, 'secrets'],
  ['Request', '/device/maintenance?device_serial=LF-01', <MaintenanceScreen key="m" />, 'secrets'],
];
const buttonOf = (name: string) => screen.getAllByRole('button', { name })[0];
const open = ([, address, view]: (typeof rows)[number], own: readonly string[] | null) =>
  managing(view, { address, events: [...known, signedIn('system_admin', own)] });

it.each(rows)('[RIGHT2] "%s" of %s says beforehand, on the page too, that the person may not', (...row) => {
  const [button, , , right] = row;
  open(
    row,
    rights.filter((one) => one !== right),
  );
  expect(buttonOf(button)).toBeDisabled();
  expect(buttonOf(button)).toHaveAttribute('title', rightText[right]);
});

it.each(rows)('[RIGHT2] "%s" of %s is on for who may, and where the server announces no rights', (...row) => {
  const { unmount } = open(row, rights);
  expect(buttonOf(row[0])).toBeEnabled();
  unmount();
  open(row, null);
  expect(buttonOf(row[0])).toBeEnabled();
});
