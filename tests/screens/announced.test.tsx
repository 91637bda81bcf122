import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { getCommands } from '#contract/command';
import { getConfig, postConfig } from '#contract/devices/configuration';
import { type ServerFeature, serverFeatures } from '#contract/config';
import { CommandsScreen } from '#screens/device/commands/CommandsScreen';
import { ConfigurationScreen } from '#screens/device/configuration/ConfigurationScreen';
import { LogsScreen } from '#screens/device/logs/LogsScreen';
import { ActionsScreen } from '#screens/fleet/actions/ActionsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { reported, ticked } from '../state/eventsOf.ts';
import { aDevice, devicesKnown, showing } from '../widgets/aConsole.tsx';

const serial = 'LF-01';
const admin: EventPayload = {
  kind: 'session.opened',
  profile: { username: 'anna', email: 'a@b.example', groups: ['user_type:system_admin'], second_factor: true },
};
const model = { command_name: '', group: 'Navigation-GREEN', type: 'int' } as const;
const configQuestion = { call: getConfig.name, params: { serial }, query: {} };
const config = {
  kind: 'request.succeeded',
  key: keyOf(configQuestion),
  call: getConfig.name,
  answer: { file_names: ['navigation.yaml'], config: { 'navigation.yaml': { retries: { value: 3, model } } } },
} as const;

function open(view: ReactElement, features: readonly ServerFeature[]) {
  const intents: Intent[] = [];
  showing(view, {
    address: `/device/any?device_serial=${serial}`,
    features,
    intents,
    events: [
      [1, admin],
      [1, devicesKnown({ ...aDevice(serial, 'Alba'), has_wifi: true })],
      [2, reported(serial, 2, { controller: 'anna' })],
      [2, config],
      [3, ticked],
    ],
  });
  return intents;
}
const asks = (intents: readonly Intent[], call: { readonly name: string }) =>
  intents.filter((intent) => 'request' in intent && intent.request.call === call.name).length;

it.each([
  ['the commands of a device', <CommandsScreen key="c" />],
  ['its logs', <LogsScreen key="l" />],
  ['the global actions', <ActionsScreen key="a" />],
])('[FEAT1] a server without a list of commands is never asked for one by %s, and no part of it is offered', async (_, view) => {
  const intents = open(view, []);
  for (const name of ['Upload All', 'Refresh Data']) {
    const button = screen.queryByRole('button', { name });
    if (button !== null) await userEvent.click(button);
  }
  expect(asks(intents, getCommands)).toBe(0);
  expect(screen.queryByRole('heading', { name: 'Recent commands' })).toBeNull();
  expect(screen.queryByText(/Loading failed/)).toBeNull();
});

it('[FEAT1] a server that announces its list of commands is asked for it', () => {
  expect(asks(open(<CommandsScreen />, ['commands']), getCommands)).toBe(1);
  expect(screen.getByRole('heading', { name: 'Recent commands' })).toBeInTheDocument();
});

it.each([
  [serverFeatures, { file_name: 'navigation.yaml', config_name: 'retries', new_value: 4, old_value: 3 }],
  [[], { file_name: 'navigation.yaml', config_name: 'retries', new_value: 4 }],
])('[FEAT1] with %j a changed value is sent as %j', async (features, body) => {
  const intents = open(<ConfigurationScreen />, features);
  await userEvent.click(screen.getByRole('button', { name: 'Edit retries' }));
  await userEvent.clear(screen.getByRole('spinbutton'));
  await userEvent.type(screen.getByRole('spinbutton'), '4');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(
    intents.flatMap((intent) => (intent.kind === 'query.requested' && intent.request.call === postConfig.name ? [intent.body] : [])),
  ).toEqual([body]);
});

it.each([
  [serverFeatures, { scope: 'fleet' }],
  [[], {}],
])('[FEAT1] with %j an upload of many devices is asked with the query %j', async (features, query) => {
  const intents = open(<ActionsScreen />, features);
  await userEvent.click(screen.getByRole('button', { name: 'Upload All' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(intents.flatMap((intent) => (intent.kind === 'command.requested' ? [intent.request.query] : []))).toEqual([query]);
});
