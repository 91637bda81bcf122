import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getCommands, type Command, type CommandStatus } from '#contract/command';
import { getStateData } from '#contract/fleet/dataGroup';
import { UPLOAD_NOTE } from '#domain/commands/commandRows';
import { ActionsScreen } from '#screens/fleet/actions/ActionsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { reported, ticked, vanished, type TimedEvent } from '../../../state/eventsOf.ts';
import { aDevice, annaSignedIn, devicesKnown, showing } from '../../../widgets/aConsole.tsx';

/** Two devices with a state, one that was lost, one that never reported. */
const fleet: readonly TimedEvent[] = [
  [1, annaSignedIn],
  [
    1,
    devicesKnown(
      { ...aDevice('LF-10', 'Lumion 10'), has_wifi: true },
      { ...aDevice('LF-02', 'Lumion 2'), has_wifi: false },
      aDevice('LF-03', 'Lumion 3'),
      aDevice('LF-04', 'Lumion 4'),
    ),
  ],
  [2, reported('LF-10', 2)],
  [2, reported('LF-02', 2)],
  [2, reported('LF-03', 2)],
  [3, vanished('LF-03')],
  [3, ticked],
];

function shown({ isPast = false } = {}) {
  const intents: Intent[] = [];
  const view = showing(<ActionsScreen />, { address: '/fleet/actions', events: fleet, ...(isPast ? {} : { intents }) });
  return { ...view, intents, user: userEvent.setup() };
}
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}\\b`) }));
const buttonOf = (name: string) => rowOf(name).getByRole('button', { name: 'Upload All' });
const names = () => screen.getAllByRole('link').map((link) => link.textContent);

const request = { call: 'GET machine/{serial}/upload_data/all', params: { serial: 'LF-10' }, query: { scope: 'fleet' } };
const given: EventPayload = {
  kind: 'command.requested',
  commandId: 'c-1',
  command: 'uploadAllFleet',
  request,
  serial: 'LF-10',
  deviceName: 'Lumion 10',
};
const list = { call: getCommands.name, params: { serial: 'LF-10' }, query: { page: 0, per_page: 10 } };

function commandResponse(status: CommandStatus, text: string | null = null): EventPayload {
  const command: Command = {
    id: 'c-1',
    device_serial: 'LF-10',
    command: 'upload_data',
    arguments: { incident: 'all' },
    status,
    given_at: '1970-01-01T00:00:04Z',
    given_by: 'anna',
    given_by_name: 'Anna',
    holder: null,
    holder_name: null,
    sent_at: '1970-01-01T00:00:04Z',
    delivered_at: null,
    ended_at: null,
    text,
  };
  return { kind: 'request.succeeded', key: keyOf(list), call: getCommands.name, answer: { total: 1, results: [command] } };
}
const isListIntent = (intent: Intent) => 'request' in intent && intent.request.call === getCommands.name;
const opened = (intents: readonly Intent[]) => intents.filter(isListIntent).map(({ kind }) => kind);

it('[FLEET-051] [SHELL-033] [GAP-10] it stands in the menu of the fleet', () => {
  expect(routes.find(({ path }) => path === '/fleet/actions')).toMatchObject({ title: 'Global Actions', place: 'menu', group: 'fleet' });
});

it('[FLEET-052] [GAP-100] it lists the devices that have a state, by name', () => {
  shown();
  expect(names()).toEqual(['Lumion 2', 'Lumion 10']);
  expect([rowOf('Lumion 2'), rowOf('Lumion 10')].map((row) => row.getAllByRole('cell')[3]?.textContent)).toEqual(['No', 'Yes']);
});

it('[DEVS5] [FLEET-055] the WiFi of a device whose record does not say it is that of its live data, which is asked for', () => {
  const wifi = (serial: string, has_wifi: boolean): EventPayload => ({
    kind: 'device.dataReported',
    serial,
    data_group: 'state_data',
    data: { has_wifi },
  });
  const { learn, intents } = shown();
  learn([4, reported('LF-04', 4)], [4, wifi('LF-04', false)], [4, wifi('LF-02', true)], [4, ticked]);
  expect(['Lumion 4', 'Lumion 2'].map((name) => rowOf(name).getAllByRole('cell')[3]?.textContent)).toEqual(['No', 'Yes']);
  expect(buttonOf('Lumion 4')).toHaveAttribute('aria-disabled', 'true');
  expect(buttonOf('Lumion 2')).toHaveAttribute('aria-disabled', 'false');
  const asked = intents.flatMap((intent) =>
    intent.kind === 'query.subscribed' && intent.request.call === getStateData.name ? [intent.request.params] : [],
  );
  expect(asked).toEqual([{ serial: 'LF-04' }]);
});

it('[FLEET-054] [FLEET-055] [MSG-023] [GAP-11] the note stands on the screen and in the question', async () => {
  const { user } = shown();
  expect(UPLOAD_NOTE).toMatch(/only over WiFi.*extra.*4G/);
  expect(screen.getByText(UPLOAD_NOTE)).toBeVisible();
  await user.click(buttonOf('Lumion 10'));
  expect(screen.getByRole('alertdialog').textContent).toContain(`Upload all incident data of Lumion 10. ${UPLOAD_NOTE}`);
});

it('[FLEET-053] [FLEET-056] [MSG-022] [GAP-19] Upload All asks first, then tells that one device, without control', async () => {
  const { user, intents } = shown();
  await user.click(buttonOf('Lumion 10'));
  await user.click(screen.getByRole('button', { name: 'No' }));
  const commands = () => intents.filter(({ kind }) => kind === 'command.requested');
  expect(commands()).toEqual([]);
  await user.click(buttonOf('Lumion 10'));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(commands()).toEqual([{ kind: 'command.requested', command: 'uploadAllFleet', request, serial: 'LF-10', deviceName: 'Lumion 10' }]);
});

it('[FLEET-056] the outcome is shown in its row, and is requested only until it is final', () => {
  const { intents, learn } = shown();
  expect(rowOf('Lumion 10').getAllByRole('cell')[5]?.textContent).toBe('-');
  expect(opened(intents)).toEqual([]);
  learn([4, given]);
  expect(rowOf('Lumion 10').getByText('Given')).toBeVisible();
  expect(buttonOf('Lumion 10')).toHaveAttribute('aria-disabled', 'true');
  learn([5, { kind: 'command.sent', commandId: 'c-1' }]);
  expect(rowOf('Lumion 10').getByText('Sent')).toBeVisible();
  learn([6, commandResponse('delivered')]);
  expect(rowOf('Lumion 10').getByText('Delivered')).toBeVisible();
  expect(opened(intents)).toEqual(['query.subscribed']);
  learn([7, commandResponse('failed', 'no WiFi')]);
  expect(rowOf('Lumion 10').getByText('Failed')).toBeVisible();
  expect(rowOf('Lumion 10').getByText('no WiFi')).toBeVisible();
  expect(opened(intents)).toEqual(['query.subscribed', 'query.unsubscribed']);
  expect(buttonOf('Lumion 10')).toHaveAttribute('aria-disabled', 'false');
  expect(rowOf('Lumion 2').getAllByRole('cell')[5]?.textContent).toBe('-');
});

it('[FLEET-056] one that could not be sent says so', () => {
  const { learn } = shown();
  learn([4, given]);
  learn([5, { kind: 'command.rejected', commandId: 'c-1', failure: { status: 409, message: 'Conflict: Device is not online' } }]);
  expect(rowOf('Lumion 10').getByText('Not sent')).toBeVisible();
  expect(rowOf('Lumion 10').getByText('Device is not online')).toBeVisible();
});

it('[FLEET-053] in the past nothing can be given', async () => {
  const { user } = shown({ isPast: true });
  expect(buttonOf('Lumion 10')).toHaveAttribute('aria-disabled', 'true');
  await user.click(buttonOf('Lumion 10'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('[FLEET-052] [RULE-093] [MSG-012] before any report there is no row', () => {
  showing(<ActionsScreen />, { address: '/fleet/actions', events: fleet.slice(0, 2), intents: [] });
  expect(screen.getByText('No rows found')).toBeVisible();
});
