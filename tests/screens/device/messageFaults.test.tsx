import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { getEvents } from '#contract/devices/deviceEvent';
import { rightsOf } from '#domain/people/callRights';
import type { Role } from '#domain/people/rights';
import { MessageFaults } from '#screens/device/detail/MessageFaults';
import { keyOf, type EventPayload } from '#streams/event';
import { alba } from './aDetail.tsx';
import { devicesKnown, showing } from '../../widgets/aConsole.tsx';
import { signedIn } from '../management/aManagement.tsx';

const warning = {
  belgian_local_time: '1970-01-01T01:00:02',
  level: 'warning',
  message: '1 field could not be read: state.battery_level',
  data: { topic: 'state', unreadable: ['state.battery_level'] },
};
const key = keyOf({ call: getEvents.name, params: { serial: alba.serial }, query: { page: '0', per_page: '10', level: 'warning' } });
const known: EventPayload = { kind: 'request.succeeded', key, call: getEvents.name, answer: { total: 1, results: [warning] } };

const shown = (role: Role, features: readonly ServerFeature[]) =>
  showing(<MessageFaults serial={alba.serial} />, {
    features,
    events: [
      [1, devicesKnown(alba)],
      [1, signedIn(role, rightsOf(role))],
      [3, known],
    ],
  });

it.each([
  ['Connection', '/management/device_info?device_serial=LF-01&tab=connection', 'system_admin', ['device_connection']],
  ['Events', '/device/events?device_serial=LF-01', 'organisation_user', ['device_connection']],
  ['Events', '/device/events?device_serial=LF-01', 'system_admin', []],
] as const)('[DOOR4] the warning of unreadable fields leads to the reasons: %s', (name, address, role, features) => {
  shown(role, features);
  expect(screen.getByText(/1 field could not be read: state.battery_level/)).toBeVisible();
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
});
