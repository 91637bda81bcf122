import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { getMetrics } from '#contract/fleet/metrics';
import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { getLicenseSupportEngineers, getSystemAdmins } from '#contract/user';
import { getErrorCodes } from '#contract/errorCode';
import { ErrorCodesScreen } from '#screens/error_codes/ErrorCodesScreen';
import { ActionsScreen } from '#screens/fleet/actions/ActionsScreen';
import { MetricsScreen } from '#screens/fleet/metrics/MetricsScreen';
import { SettingsScreen } from '#screens/fleet/settings/SettingsScreen';
import { GreenhousesScreen } from '#screens/maps/greenhouses/GreenhousesScreen';
import { LocationsScreen } from '#screens/maps/locations/LocationsScreen';
import { MapsScreen } from '#screens/maps/maps/MapsScreen';
import { OrganisationsScreen } from '#screens/maps/organisations/OrganisationsScreen';
import { TypesScreen } from '#screens/management/device_types/TypesScreen';
import { OverviewScreen } from '#screens/management/overview/OverviewScreen';
import { UsersScreen } from '#screens/users/UsersScreen';
import { fillStep } from '#domain/people/fillStep';
import { answered } from '../widgets/aConsole.tsx';
import { managing, signedIn } from './management/aManagement.tsx';

const nothing = { total: 0, results: [] };
/** A new installation: every list is known, and empty. */
const empty = [
  ...[getOrganisations, getLocations, getGreenhouses, getDeployments, getAllMaps].map((call) => answered(call, nothing)),
  ...[getAllDevices, getAllDeviceTypes, getAllLifeCycleStages, getMetrics, getSystemAdmins, getLicenseSupportEngineers].map((call) =>
    answered(call, { result: [] }),
  ),
  answered(getErrorCodes, { error_codes: {} }),
];

const emptyState = () => screen.getAllByRole('status').find((one) => one.textContent.includes('No rows found')) ?? document.body;

const none = { hasOrganisations: false, hasLocations: false };
const screens: readonly (readonly [string, ComponentType, Parameters<typeof fillStep>[0], string])[] = [
  ['organisations', OrganisationsScreen, 'organisations', '/maps/organisations'],
  ['locations', LocationsScreen, 'locations', '/maps/locations'],
  ['greenhouses', GreenhousesScreen, 'greenhouses', '/maps/greenhouses'],
  ['maps', MapsScreen, 'maps', '/maps/maps'],
  ['managed devices', OverviewScreen, 'devices', '/management/overview'],
  ['metrics', MetricsScreen, 'devices', '/fleet/metrics'],
  ['settings', SettingsScreen, 'devices', '/fleet/settings'],
  ['actions', ActionsScreen, 'devices', '/fleet/actions'],
  ['device types', TypesScreen, 'deviceTypes', '/management/device_types'],
  ['error codes', ErrorCodesScreen, 'errorCodes', '/error_codes'],
  ['people', UsersScreen, 'people', '/users'],
];

it.each(screens)('[EMPTY2] the empty table of %s names its step to a system_admin', (_name, View, list, address) => {
  managing(<View />, { address, events: [signedIn('system_admin'), ...empty] });
  const { text, word, to } = fillStep(list, { role: 'system_admin', ...none });
  const place = within(emptyState());
  expect(place.getByText(text)).toBeVisible();
  if (to !== undefined) expect(place.getByRole('link', { name: word ?? '' })).toHaveAttribute('href', to);
  else if (word !== undefined) expect(place.getByRole('button', { name: word })).toBeEnabled();
});

it.each(screens)(
  '[EMPTY2] the empty table of %s says to an organisation_user what is left to do or whom to ask',
  (_name, View, list, address) => {
    managing(<View />, { address, events: [signedIn('organisation_user'), ...empty] });
    const step = fillStep(list, { role: 'organisation_user', ...none, mayInvite: list !== 'people' });
    expect(screen.getByText(step.text)).toBeVisible();
  },
);

it('[EMPTY2] the button opens the form; in the past it is off', async () => {
  const { user } = managing(<OrganisationsScreen />, { address: '/maps/organisations', events: [signedIn('system_admin'), ...empty] });
  await user.click(within(emptyState()).getByRole('button', { name: 'Create Organisation' }));
  expect(screen.getByRole('dialog', { name: 'Create Organisation' })).toBeVisible();
});
