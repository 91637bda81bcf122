import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rightsOf } from '#domain/people/callRights';
import type { Role } from '#domain/people/rights';
import type { AnswerOf } from '#contract/call';
import type { ServerFeature } from '#contract/config';
import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { keyOf, type EventPayload } from '#streams/event';
import { devicesKnown } from '../../widgets/aConsole.tsx';
import { signedIn, stages, types } from './aManagement.tsx';
import { alba, deviceInfo, serial } from './aDeviceInfo.tsx';

type Connection = AnswerOf<typeof getDeviceConnection>;
const message = { topic: 'state', size: 1_204, outcome: 'read', losses: [], remarks: [], acknowledged_ms: 3 };
const connection: Connection = {
  addresses: [
    { name: 'MQTT', url: 'mqtts://console.example:8883' },
    { name: 'WebSocket', url: 'wss://console.example/mqtt' },
  ],
  username: serial,
  known_since: '2026-03-04T12:00:00Z',
  is_connected: true,
  clock_offset_ms: 12_400,
  messages: [
    {
      ...message,
      received_at: '2026-03-04T13:05:02Z',
      payload: '{"state":{"battery_level":"full"}}',
      outcome: 'partly',
      losses: [{ field: 'state.battery_level', why: 'a number is wanted, it is a text' }],
    },
    { ...message, received_at: '2026-03-04T13:05:01Z', payload: '{}' },
  ],
  connections: [{ at: '2026-03-04T12:10:00Z', kind: 'refused', reason: 'the client id is not the serial' }],
};

const answer = (content: Connection): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getDeviceConnection.name, params: { serial }, query: {} }),
  call: getDeviceConnection.name,
  answer: content,
});
const known = answer(connection);

const shown = (role: Role = 'system_admin', features: readonly ServerFeature[] = ['device_connection']) =>
  deviceInfo({
    role,
    features,
    address: `/management/device_info?device_serial=${serial}&tab=connection`,
    events: [devicesKnown(alba), types, stages, signedIn(role, rightsOf(role)), known],
  });

it('[CONN2] the tab says where to connect, what came and how it was read, and why a connection was refused', async () => {
  const { user } = shown();
  expect(screen.getByRole('tab', { name: 'Connection' })).toHaveAttribute('aria-selected', 'true');
  expect(within(screen.getByRole('group', { name: 'MQTT' })).getByText(/mqtts:\/\/console.example:8883/)).toBeInTheDocument();
  expect(screen.getByText(/^mosquitto_pub -h console.example -p 8883/)).toBeInTheDocument();
  expect(screen.getByText(/^curl -u 'LF-01':/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'How robots connect' })).toHaveAttribute('href', 'https://console.example/api/robots.md');
  expect(screen.getByText('12 s ahead')).toBeInTheDocument();
  expect(screen.getByText('Read but for 1 field: state.battery_level')).toBeInTheDocument();
  expect(screen.getByText('Left out: a number is wanted, it is a text')).toBeInTheDocument();
  expect(screen.getByText('the client id is not the serial')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(screen.getByRole('button', { name: 'Go on' })).toBeInTheDocument();
});

it('[CONN6] the connection in numbers: since when, its clock, its token, its messages, and its last day', () => {
  shown();
  const numbers = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(numbers.slice(0, 4)).toEqual([
    ['Connected', '-'],
    ['Clock', '12 s ahead'],
    ['Token', '-'],
    ['Messages a minute', '60'],
  ]);
  expect(screen.getByText('1 of 2 listed are not whole or not read')).toBeInTheDocument();
  expect(screen.getByText(/^Last 24 h: 0 disconnects, 0 s away; nothing is known of/)).toBeInTheDocument();
});

it.each([
  ['the server does not announce it', 'system_admin', []],
  ['the person may give no token', 'organisation_user', ['device_connection']],
] as const)('[CONN2] there is no tab where %s', (_, role, features) => {
  shown(role, features);
  expect(screen.queryByRole('tab', { name: 'Connection' })).toBeNull();
});

it('[CONN8] an opened message stays open while newer ones come and older ones leave the list', async () => {
  const at = (second: number, payload = '{}') => ({ ...message, received_at: `2026-03-04T13:05:0${second}Z`, payload });
  const twins = [at(2), at(2, '{"n":"twin"}')];
  const { user, learn } = shown();
  const receive = (messages: Connection['messages']) => learn(answer({ ...connection, messages }));
  receive([at(4), at(3), ...twins, at(1)]);
  const opened = () => [...document.querySelectorAll('details')].filter(({ open }) => open);
  await user.click(screen.getAllByText('state')[1] ?? document.body);
  const [before] = opened();
  expect(before).toBeDefined();
  for (const messages of [
    [at(5), at(4), at(3), ...twins],
    [at(6), at(5), at(4), at(3), at(2)],
  ]) {
    receive(messages);
    expect(opened()).toEqual([before]);
  }
});
