import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getCommands, type Command } from '#contract/command';
import { UPLOAD_NOTE } from '#domain/commands/commandRows';
import { dateTimeText } from '#domain/text/dates';
import { CommandsScreen } from '#screens/device/commands/CommandsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { reported, ticked, vanished, type TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, annaSignedIn, codesKnown, devicesKnown, showing } from '../../widgets/aConsole.tsx';
import { cells } from '../onScreen.ts';

const serial = 'LF-01';
const known: TimedEvent = [1, devicesKnown(aDevice(serial, 'Alba'), aDevice('LF-02', 'Bella'))];
const free: TimedEvent = [2, reported(serial, 2)];
const mine: TimedEvent = [2, reported(serial, 2, { controller: 'anna' })];
const key = keyOf({ call: getCommands.name, params: { serial }, query: { page: 0, per_page: 10 } });
const listed = (results: readonly Command[], total = results.length): EventPayload => ({
  kind: 'request.succeeded',
  key,
  call: getCommands.name,
  answer: { total, results },
});
const failed: EventPayload = { kind: 'request.failed', key, call: getCommands.name, failure: { status: 500, message: '' } };

const at = (second: number) => new Date(second * 1_000).toISOString();
const command = (id: string, over: Partial<Command> = {}): Command => ({
  id,
  device_serial: serial,
  command: 'reload_config',
  arguments: {},
  status: 'done',
  given_at: at(10),
  given_by: 'bert',
  given_by_name: 'Bert Maes',
  holder: 'bert',
  holder_name: 'Bert Maes',
  sent_at: at(10),
  delivered_at: at(11),
  ended_at: at(14.5),
  text: null,
  ...over,
});

interface Options {
  readonly address?: string;
  readonly isPast?: boolean;
}

/** The screen with its events, and the commands it sent. */
function commandsScreen(
  events: readonly TimedEvent[],
  { address = `/device/commands?device_serial=${serial}`, isPast = false }: Options = {},
) {
  const intents: Intent[] = [];
  const view = showing(<CommandsScreen />, { address, events: [[1, annaSignedIn], known, ...events], ...(isPast ? {} : { intents }) });
  const given = () =>
    intents.flatMap((intent) => (intent.kind === 'command.requested' ? [[intent.command, intent.request.call, intent.serial]] : []));
  return { ...view, intents, given };
}

const button = (name: string) => screen.getByRole('button', { name });

it('[WRONG1] the head of a device in error says what its code means', () => {
  const inError: TimedEvent = [2, reported(serial, 2, { current_state: 'ERROR', error_code: '0x03000117' })];
  commandsScreen([[1, codesKnown({ '0x03000117': 'drive: wheel slip on rail' })], inError]);
  expect(screen.getByText('drive: wheel slip on rail')).toBeVisible();
});

describe('what can be given', () => {
  it('[DEV-067] [DEV-068] [DEV-069] [MSG-041] offline the page says so, nothing can be given, and every button says why', async () => {
    const { given } = commandsScreen([]);
    expect(screen.getByText('You cannot execute commands, the device is not online')).toBeVisible();
    for (const name of ['Stop Immediately', 'Validate Maps', 'Reload Config', 'Upload All Incident Data', 'Request Control']) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
      expect(button(name)).toHaveAccessibleDescription('Device is not online');
      await userEvent.click(button(name));
    }
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(given()).toEqual([]);
  });

  it.each<[string, readonly TimedEvent[]]>([
    ['nothing came for 50 s', [[52, ticked]]],
    ['the network is away', [[3, { kind: 'page.offline' }]]],
    [
      'the device vanished just before',
      [
        [3, vanished(serial)],
        [52, ticked],
      ],
    ],
  ])('[STAT2] while the console does not know the device, Stop can be sent, and the others say why not: %s', async (_, events) => {
    const { given } = commandsScreen([mine, ...events]);
    expect(screen.getByText('Only Stop can be sent, it is not known whether the device is online')).toBeVisible();
    for (const name of ['Validate Maps', 'Reload Config', 'Upload All Incident Data']) {
      expect(button(name)).toHaveAccessibleDescription('Not known whether the device is online');
    }
    await userEvent.click(button('Stop Immediately'));
    await userEvent.click(screen.getByRole('button', { name: /yes/i }));
    expect(given()).toEqual([['stop', 'GET machine/{serial}/stop_immediately', serial]]);
  });

  it('[DEV-070] [DEV-071] [MSG-042] [ROLE-026] without control the page says so; stop and taking control stay', async () => {
    const { given } = commandsScreen([free]);
    expect(screen.getByText('Not all commands are available, you are not in control of the device')).toBeVisible();
    for (const name of ['Validate Maps', 'Reload Config', 'Upload All Incident Data']) {
      expect(button(name)).toHaveAccessibleDescription('You are not in control, request it.');
      await userEvent.click(button(name));
    }
    expect(given()).toEqual([]);
    expect(button('Stop Immediately')).toHaveAttribute('aria-disabled', 'false');
    await userEvent.click(button('Request Control'));
    expect(given()).toEqual([['takeControl', 'GET machine/{serial}/take_control', serial]]);
  });

  it('[DEV-070] in control every command is there and no banner stands above', () => {
    commandsScreen([mine]);
    expect(screen.queryByText(/^Not all commands|^You cannot execute/)).toBeNull();
    for (const name of ['Stop Immediately', 'Validate Maps', 'Reload Config', 'Upload All Incident Data', 'Release Control'])
      expect(button(name)).toHaveAttribute('aria-disabled', 'false');
  });

  it('[DEVS5] [FLEET-055] without WiFi, by the live data of the device, nothing is uploaded', () => {
    commandsScreen([mine, [2, { kind: 'device.dataReported', serial, data_group: 'state_data', data: { has_wifi: false } }]]);
    expect(button('Upload All Incident Data')).toHaveAccessibleDescription(
      'The device has no WiFi, over which alone all data are uploaded.',
    );
  });

  it('[DEV-080] reload config asks nothing and is given at once', async () => {
    const { given } = commandsScreen([mine]);
    await userEvent.click(button('Reload Config'));
    expect(given()).toEqual([['reloadConfig', 'GET machine/{serial}/reload_config', serial]]);
  });

  it.each([
    [
      'DEV-074] [DEV-075',
      'Stop Immediately',
      'Stop Alba immediately. It stops where it stands. A treatment in progress ends.',
      'stop',
      'stop_immediately',
    ],
    ['DEV-076] [DEV-077', 'Upload All Incident Data', `Upload all incident data of Alba. ${UPLOAD_NOTE}`, 'uploadAll', 'upload_data/all'],
    ['DEV-078] [DEV-079', 'Validate Maps', 'Validate the maps on Alba.', 'validateMaps', 'validate_maps'],
  ])(
    '[%s] [DEV-081] [DEV-082] [MSG-043] %s asks first; No and Escape give nothing, Yes gives it once',
    async (_, name, request, row, path) => {
      const { given } = commandsScreen([mine]);
      await userEvent.click(button(name));
      const dialog = screen.getByRole('alertdialog', { name: 'Are you sure?' });
      expect(within(dialog).getByText(request)).toBeVisible();
      expect(
        within(dialog)
          .getAllByRole('button')
          .map((choice) => choice.textContent),
      ).toEqual(['No', 'Yes']);
      await userEvent.click(button('No'));
      await userEvent.click(button(name));
      await userEvent.keyboard('{Escape}');
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(given()).toEqual([]);
      await userEvent.click(button(name));
      await userEvent.dblClick(button('Yes'));
      expect(given()).toEqual([[row, `GET machine/{serial}/${path}`, serial]]);
    },
  );

  it('[DEV-075] by keyboard alone: the careful answer has the focus, and Enter on it gives nothing', async () => {
    const { given } = commandsScreen([mine]);
    button('Stop Immediately').focus();
    await userEvent.keyboard('{Enter}{Enter}');
    expect(given()).toEqual([]);
    await userEvent.keyboard('{Enter}{Tab}{Enter}');
    expect(given()).toEqual([['stop', 'GET machine/{serial}/stop_immediately', serial]]);
    expect(button('Stop Immediately')).toHaveFocus();
  });

  it('[DEV-074] a stop is never held up by a stop, others wait for their own end', async () => {
    const sending = (name: 'stop' | 'reloadConfig', id: string): EventPayload => ({
      kind: 'command.requested',
      commandId: id,
      command: name,
      request: { call: '', params: { serial }, query: {} },
      serial,
      deviceName: 'Alba',
    });
    const { given } = commandsScreen([mine, [3, sending('stop', 'a')], [3, sending('reloadConfig', 'b')]]);
    expect(button('Reload Config')).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button('Reload Config'));
    expect(given()).toEqual([]);
    await userEvent.click(button('Stop Immediately'));
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  it.each(['../take_control?x=', 'LF-99'])(
    '[GAP-96] an unknown serial (%s) shows that it is not found, and nothing that acts',
    (unknown) => {
      const { intents } = commandsScreen([mine, [2, reported(unknown, 2)]], {
        address: `/device/commands?device_serial=${encodeURIComponent(unknown)}`,
      });
      expect(screen.getByText(`Device ${unknown} not found`)).toBeVisible();
      for (const name of ['Stop Immediately', 'Reload Config', 'Request Control', 'Release Control']) {
        expect(screen.queryByRole('button', { name })).toBeNull();
      }
      const serials = intents.flatMap((intent) => ('request' in intent ? Object.values(intent.request.params) : []));
      expect(serials).toEqual([]);
    },
  );

  it('[STATE35] in the past nothing can be given, and the list was not known then', async () => {
    commandsScreen([mine], { isPast: true });
    expect(button('Stop Immediately')).toHaveAccessibleDescription('You are looking at the past');
    await userEvent.click(button('Stop Immediately'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByText('Not known at that time')).toBeVisible();
  });
});

describe('what was given', () => {
  it('[COMMAND8] asks for the first page every second while it is shown', () => {
    const { intents } = commandsScreen([mine]);
    const list = intents.filter((intent) => 'request' in intent && intent.request.call === getCommands.name);
    expect(list).toMatchObject([
      { kind: 'query.subscribed', request: { params: { serial }, query: { page: 0, per_page: 10 } }, everyMs: 1_000 },
    ]);
  });

  it('[DEV-083] each line says when, what, by whom, who was in control, how it ended, and how long it took', () => {
    const lines = [
      command('a', { command: 'validate_maps', text: 'all maps are valid' }),
      command('b', { status: 'failed', command: 'upload_data', arguments: { incident: 'all' }, text: 'no WiFi', ended_at: at(11.2) }),
      command('c', { status: 'expired', command: 'take_control', holder: null, holder_name: null, delivered_at: null, ended_at: at(70) }),
    ];
    commandsScreen([mine, [20, listed(lines)]]);
    const when = dateTimeText(10_000);
    expect(cells()).toEqual([
      [when, 'Validate Maps', 'Bert Maes', 'Bert Maes', 'Doneall maps are valid', '4.50 s'],
      [when, 'Upload All Incident Data', 'Bert Maes', 'Bert Maes', 'Failedno WiFi', '1.20 s'],
      [when, 'Request Control', 'Bert Maes', 'Nobody', 'Expired', '1 min 0 s'],
    ]);
  });

  it('[DEV-083] [DEV-084] a command is there at once, runs, and a refused one keeps its reason', () => {
    const given: EventPayload = {
      kind: 'command.requested',
      commandId: 'x',
      command: 'reloadConfig',
      request: { call: '', params: { serial }, query: {} },
      serial,
      deviceName: 'Alba',
    };
    const { learn } = commandsScreen([mine, [20, listed([])]]);
    expect(screen.getByText('No rows found')).toBeVisible();
    learn([21, given], [23, ticked]);
    expect(cells()).toEqual([[dateTimeText(21_000), 'Reload Config', 'anna@example.org', '-', 'Given', '2.00 s']]);
    learn([24, listed([command('x', { given_at: at(21), status: 'delivered', ended_at: null })])]);
    expect(cells()[0]?.slice(2)).toEqual(['Bert Maes', 'Bert Maes', 'Delivered', '2.00 s']);
    expect(button('Reload Config')).toHaveAttribute('aria-busy', 'true');
    learn([25, { ...given, commandId: 'y' }]);
    learn([26, { kind: 'command.rejected', commandId: 'y', failure: { status: 409, message: 'Conflict: Carl is in control' } }]);
    expect(cells()[0]?.slice(4)).toEqual(['Not sentCarl is in control', '1.00 s']);
  });

  it('[DEV-067] waits with bars, says that loading failed, and keeps what it knew with a word when it is old', () => {
    const { learn } = commandsScreen([mine]);
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    learn([3, failed]);
    expect(screen.getByText('Loading failed, retrying')).toBeVisible();
    learn([4, listed([command('a')])], [5, failed]);
    expect(screen.getByText('Not up to date, retrying')).toBeVisible();
    expect(cells()).toHaveLength(1);
  });

  it('[DEV-067] goes through pages of the server', async () => {
    const { intents } = commandsScreen([mine, [20, listed([command('a')], 23)]]);
    await userEvent.click(button('Page 2'));
    expect(intents).toContainEqual(
      expect.objectContaining({ kind: 'query.subscribed', request: expect.objectContaining({ query: { page: 1, per_page: 10 } }) }),
    );
  });

  it('[CMDS5] [DEV-076] a running command cannot be sent again, also while an older page is read', async () => {
    const upload = (status: Command['status']) => command('u', { command: 'upload_data', arguments: { incident: 'all' }, status });
    const { learn, given, intents } = commandsScreen([mine, [20, listed([upload('delivered')], 23)]]);
    const name = 'Upload All Incident Data';
    expect(button(name)).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button('Page 2'));
    expect(button(name)).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button(name));
    expect([screen.queryByRole('alertdialog'), given()]).toEqual([null, []]);
    // Its end is known there, too.
    const opened = intents.flatMap((intent) => (intent.kind === 'query.subscribed' ? [intent.request.query] : []));
    expect(opened.slice(-2)).toEqual([
      { page: 1, per_page: 10 },
      { page: 0, per_page: 10 },
    ]);
    learn([21, listed([upload('done')], 23)]);
    expect(button(name)).toHaveAttribute('aria-busy', 'false');
  });

  it('[DEV-010] [DEV-069] a device that is lost says so, and keeps its list', () => {
    const { learn } = commandsScreen([mine, [20, listed([command('a')])]]);
    learn([21, vanished(serial)]);
    expect(screen.getByText('You cannot execute commands, the device is not online')).toBeVisible();
    expect(cells()).toHaveLength(1);
  });
});
