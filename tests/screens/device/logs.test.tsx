import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { type Command, getCommands } from '#contract/command';
import { type DeviceLog, getLogFile, getLogs } from '#contract/devices/deviceEvent';
import { UPLOAD_NOTE } from '#domain/commands/commandRows';
import { dateTimeText } from '#domain/text/dates';
import { LogsScreen } from '#screens/device/logs/LogsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { type SaveFile, SaveFileContext } from '#ui/SaveFileContext';
import { reported, type TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, annaSignedIn, devicesKnown, showing } from '../../widgets/aConsole.tsx';
import { cells, rows } from '../onScreen.ts';

const serial = 'LF-01';
const files = [
  { timestamp: '2026-03-05T13:00:00.000Z', database_id: 'log-b' },
  { timestamp: '2026-03-04T13:00:00.000Z', database_id: 'log a/1' },
] as const;

const logsKey = keyOf({ call: getLogs.name, params: { serial }, query: {} });
const logs = (...result: readonly DeviceLog[]): EventPayload => ({
  kind: 'request.succeeded',
  key: logsKey,
  call: getLogs.name,
  answer: { result },
});
const logsFailed: EventPayload = { kind: 'request.failed', key: logsKey, call: getLogs.name, failure: { status: 500, message: '' } };

const anUpload = (id: string, incident: string, over: Partial<Command> = {}): Command => ({
  id,
  device_serial: serial,
  command: 'upload_data',
  arguments: { incident },
  status: 'done',
  given_at: '2026-03-05T14:00:00.000Z',
  given_by: 'anna',
  given_by_name: 'Anna',
  holder: 'anna',
  holder_name: 'Anna',
  sent_at: null,
  delivered_at: null,
  ended_at: null,
  text: null,
  ...over,
});
const commandsResponse = (...results: readonly Command[]): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getCommands.name, params: { serial }, query: { page: 0, per_page: 100 } }),
  call: getCommands.name,
  answer: { total: results.length, results },
});

const offline: readonly TimedEvent[] = [
  [1, annaSignedIn],
  [1, devicesKnown(aDevice(serial, 'Alba'))],
];
const online = (controller: string): readonly TimedEvent[] => [...offline, [1, reported(serial, 1, { controller })]];

function shown(events: readonly TimedEvent[], isPast = false) {
  const intents: Intent[] = [];
  const saved: Parameters<SaveFile>[] = [];
  const view = (
    <SaveFileContext value={(...file) => void saved.push(file)}>
      <LogsScreen />
    </SaveFileContext>
  );
  const console = showing(view, { address: '/device/logs', events, ...(isPast ? {} : { intents }) });
  const given = () => intents.flatMap((intent) => (intent.kind === 'command.requested' ? [intent] : []));
  const asks = () => intents.filter((intent) => intent.kind === 'query.requested' && intent.request.call === getLogs.name).length;
  return { ...console, intents, saved, given, asks, user: userEvent.setup() };
}

const rowOf = (name: string) => within(rows().find((row) => within(row).queryByText(name) !== null) ?? document.body);
const button = (name: string) => screen.getByRole('button', { name });
const EMPTY = 'No logs present on this device';
const OFFLINE = 'Logs are unavailable, the device is not online';

it('[SHELL-036] it stands in the menu under Device', () => {
  expect(routes.find(({ path }) => path === '/device/logs')).toMatchObject({ title: 'Logs', place: 'menu', group: 'device' });
});

it('[DEV-129] [DEV-130] [DEV-131] [MSG-054] the logs stand newest first, each with its time, its id and a button', () => {
  shown([...online('anna'), [2, logs(...files)]]);
  expect(screen.getByRole('heading', { name: 'Device Logs - Alba' })).toBeVisible();
  expect(cells()).toEqual(files.map(({ timestamp, database_id }) => [dateTimeText(timestamp), database_id, '', '', 'Upload']));
  expect(screen.queryByText(OFFLINE)).toBeNull();
});

it('[LOGFILE2] an uploaded log is shown with its size and can be downloaded', async () => {
  const sized = { ...files[0], size: 12_345 };
  const { intents, user } = shown([...online('anna'), [2, logs(sized, files[1])]]);
  expect(rowOf('log-b').getByText('12.35 KB')).toBeVisible();
  expect(rowOf('log a/1').queryByRole('button', { name: /^Download/ })).toBeNull();
  await user.click(button('Download log log-b'));
  const asked = intents.flatMap((intent) => (intent.kind === 'query.requested' ? [intent.request] : []));
  expect(asked).toContainEqual({ call: getLogFile.name, params: { serial, database_id: 'log-b' }, query: {} });
});

it('[DEV-129] [OPEN-21] [GAP-114] they are asked once, and paged here', () => {
  const many = Array.from({ length: 25 }, (_, n) => ({ timestamp: '2026-03-05T13:00:00.000Z', database_id: `log-${n}` }));
  const { intents } = shown([...online('anna'), [2, logs(...many)]]);
  expect(rows()).toHaveLength(10);
  expect(screen.getByText('1-10 of 25')).toBeVisible();
  const asked = intents.flatMap((intent) => ('request' in intent && intent.request.call === getLogs.name ? [intent] : []));
  expect(asked.map((intent) => [intent.kind, 'everyMs' in intent && intent.everyMs])).toEqual([['query.subscribed', null]]);
});

it('[DEV-131] [DEV-132] [GAP-18] the holder of control uploads one log by its id', async () => {
  const { user, given } = shown([...online('anna'), [2, logs(...files)]]);
  await user.click(rowOf('log a/1').getByRole('button', { name: 'Upload' }));
  expect(given()).toMatchObject([
    {
      command: 'uploadOne',
      serial,
      request: { call: 'GET machine/{serial}/upload_data/{incident}', params: { serial, incident: 'log a/1' } },
    },
  ]);
});

it.each([
  ['nobody', ''],
  ['another person', 'bert'],
])('[DEV-132] [DEV-133] [MSG-057] [GAP-19] while %s is in control no log is uploaded, and it says why', async (_name, controller) => {
  const { user, given } = shown([...online(controller), [2, logs(...files)]]);
  const upload = rowOf('log-b').getByRole('button', { name: 'Upload' });
  expect(upload).toHaveAttribute('aria-disabled', 'true');
  await user.click(upload);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('You are not in control, request it.');
  await user.click(button('Upload All'));
  expect(button('Upload All')).toHaveAccessibleDescription(/You are not in control, request it\./);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(given()).toEqual([]);
});

it('[DEV-140] [MSG-056] [DEV-132] an offline device keeps the list that is known, and nothing can be uploaded', async () => {
  const { user, given, saved } = shown([...offline, [2, logs(...files)]]);
  expect(screen.getByText(OFFLINE)).toBeVisible();
  expect(rows()).toHaveLength(2);
  await user.click(rowOf('log-b').getByRole('button', { name: 'Upload' }));
  await user.click(button('Upload All'));
  expect(given()).toEqual([]);
  // The names are known here: they can be taken along.
  await user.click(button('Download Log Names'));
  expect(saved).toHaveLength(1);
});

it('[DEV-139] [MSG-055] an empty list says so, and has no names to take along', () => {
  shown([...online('anna'), [2, logs()]]);
  expect(screen.getByText(EMPTY)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(button('Download Log Names')).toBeDisabled();
});

it('[DEV-134] Refresh Data asks once more, and the rows stay meanwhile', async () => {
  const { user, asks, learn } = shown([...online('anna'), [2, logs(...files)]]);
  await user.click(button('Refresh Data'));
  expect(asks()).toBe(1);
  expect(rows()).toHaveLength(2);
  learn([3, logs()]);
  expect(screen.getByText(EMPTY)).toBeVisible();
});

it('[RULE-113] [DEV-129] a failed load empties the table and can be tried again', async () => {
  const { user, asks, learn } = shown([...online('anna'), [2, logs(...files)]]);
  learn([3, logsFailed]);
  expect(screen.queryByText('log-b')).toBeNull();
  expect(screen.queryByText(EMPTY)).toBeNull();
  await user.click(button('Try Again'));
  expect(asks()).toBe(1);
});

it('[DEV-135] [DEV-136] [MSG-054] the names are saved as a text, one to a line', async () => {
  const { user, saved } = shown([...online('anna'), [2, logs(...files)]]);
  await user.click(button('Download Log Names'));
  expect(saved).toEqual([['device_logs_LF-01.txt', { text: 'log-b\nlog a/1', type: 'text/plain' }]]);
});

it('[DEV-137] [DEV-138] [GAP-11] Upload All asks first, with what it costs and needs', async () => {
  const { user, given } = shown([...online('anna'), [2, logs(...files)]]);
  expect(screen.getByText(UPLOAD_NOTE)).toBeVisible();
  await user.click(button('Upload All'));
  const dialog = screen.getByRole('alertdialog');
  expect(dialog).toHaveTextContent(`Are you sure?Upload all logs of Alba. ${UPLOAD_NOTE}`);
  await user.click(within(dialog).getByRole('button', { name: 'No' }));
  expect(given()).toEqual([]);
  await user.click(button('Upload All'));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Yes' }));
  expect(given()).toMatchObject([{ command: 'uploadAll', serial }]);
});

it('[DEV-131] the outcome of the newest upload of a log is shown in its row', () => {
  const old = anUpload('3', 'log-b', { status: 'failed', text: 'no WiFi', given_at: '2026-03-05T13:00:00.000Z' });
  const other = anUpload('1', 'log-b', { command: 'validate_maps', arguments: {}, given_at: '2026-03-05T15:00:00.000Z' });
  const { learn } = shown([...online('anna'), [2, logs(...files)], [3, commandsResponse(other, anUpload('2', 'log-b'), old)]]);
  expect(rowOf('log-b').getByText('Done')).toBeVisible();
  expect(rowOf('log a/1').queryByText('Done')).toBeNull();
  learn([4, commandsResponse(anUpload('4', 'log a/1', { status: 'delivered' }), old)]);
  expect(rowOf('log-b').getByText('no WiFi')).toBeVisible();
  expect(rowOf('log a/1').getByRole('button', { name: 'Upload' })).toHaveAttribute('aria-busy', 'true');
  expect(rowOf('log-b').getByRole('button', { name: 'Upload' })).toHaveAttribute('aria-busy', 'false');
});

it('[CMDS5] [DEV-137] while all logs are uploaded that is not asked again; the upload of one log is something else', () => {
  const { learn } = shown([...online('anna'), [2, logs(...files)], [3, commandsResponse(anUpload('1', 'log-b', { status: 'sent' }))]]);
  expect(button('Upload All')).toHaveAttribute('aria-busy', 'false');
  learn([4, commandsResponse(anUpload('2', 'all', { status: 'delivered' }))]);
  expect(button('Upload All')).toHaveAttribute('aria-busy', 'true');
  learn([5, commandsResponse(anUpload('2', 'all'))]);
  expect(button('Upload All')).toHaveAttribute('aria-busy', 'false');
});

it('[DEV-131] uploads are asked for once, and on and on only while one runs', async () => {
  const { user, intents, learn } = shown([...online('anna'), [2, logs(...files)], [3, commandsResponse()]]);
  const ofUploads = () =>
    intents.flatMap((intent) =>
      'request' in intent && intent.request.call === getCommands.name
        ? [[intent.kind, 'everyMs' in intent ? intent.everyMs : undefined]]
        : [],
    );
  expect(ofUploads()).toEqual([['query.subscribed', null]]);
  learn([4, commandsResponse(anUpload('1', 'log-b', { status: 'sent' }))]);
  expect(ofUploads().slice(1)).toEqual([['query.subscribed', 1_000]]);
  learn([5, commandsResponse(anUpload('1', 'log-b'))]);
  expect(ofUploads().slice(2)).toEqual([['query.unsubscribed', 1_000]]);
  await user.click(button('Refresh Data'));
  expect(ofUploads().slice(3)).toEqual([['query.requested', undefined]]);
});

it('[DEV-129] in the past nothing is known, and nothing can be done', async () => {
  const { user } = shown([...online('anna')], true);
  expect(screen.getByText('Not known at that time')).toBeVisible();
  await user.click(button('Upload All'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
