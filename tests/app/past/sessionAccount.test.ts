import { expect, it } from 'vitest';
import { EMPTY_ACCOUNT, extendAccount, type SessionAccount } from '#app/past/account/sessionAccount';
import type { Call } from '#contract/call';
import { calls } from '#contract/calls';
import { commands } from '#domain/commands/commandRows';
import type { FleetEvent } from '#streams/event';
import { readBlock, writeBlock } from '#streams/recording/eventBlock';
import { nodeCodec } from '#session/nodeCodec';
import { eventsOf, reported, ticked, type TimedEvent } from '../../state/eventsOf.ts';
import { profile } from './recordedLog.ts';

const names = {
  titles: new Map([['/device/detail', 'Device Detail']]),
  calls: new Map<string, Call>(Object.values<Call>(calls).map((call) => [call.name, call])),
};
const SECRET = 'hunter2';

const withBlock = (before: SessionAccount, log: string, events: readonly FleetEvent[]) =>
  extendAccount(before, log, readBlock(writeBlock(null, events, nodeCodec), nodeCodec), names);
const accountOf = (...events: readonly TimedEvent[]) => withBlock(EMPTY_ACCOUNT, 'a', eventsOf(...events));
const linesOf = ({ entries }: SessionAccount) =>
  entries.map(({ at, text, outcome }) => [String(at / 1_000), text, outcome].filter((part) => part !== '').join(' | '));

const SAVE = 'POST machine/{serial}/config';
const saveKey = `${SAVE}?serial=LF-01`;
const request = { call: 'POST x', params: { serial: 'LF-01' }, query: { note: SECRET } };
const opened: TimedEvent = [0, { kind: 'session.opened', profile }, 'session'];
const given: TimedEvent = [
  1,
  { kind: 'command.requested', commandId: 'c', command: 'takeControl', request, serial: 'LF-01', deviceName: 'Lumion 01' },
  'user',
];
const started: TimedEvent = [1, { kind: 'request.started', key: saveKey, call: SAVE }, SAVE];
const answer = { password: SECRET };
const failure = { status: 0, message: '' };
const entered = (search?: string): TimedEvent => [
  1,
  { kind: 'route.entered', path: '/device/detail', ...(search === undefined ? {} : { search }) },
  'user',
];

it.each<[string, readonly TimedEvent[], readonly string[]]>([
  ['a sign-in', [opened], ['0 | Signed in as an; recorded from here']],
  ['a sign-out', [[1, { kind: 'session.closed' }]], ['1 | Signed out']],
  [
    'a session that the server ended',
    [[1, { kind: 'session.rejected', message: 'expired' }]],
    ['1 | Session ended by the server | expired'],
  ],
  ['a screen', [entered()], ['1 | Device Detail']],
  [
    'the screen of a device, once per device',
    [entered('?device_serial=LF-01'), entered(`?device_serial=LF-01&name=${SECRET}`)],
    ['1 | Device Detail, LF-01'],
  ],
  ['a screen without a name', [[1, { kind: 'route.entered', path: '/x' }]], ['1 | /x']],
  ['a command without an outcome', [given], ['1 | Request Control: Lumion 01, LF-01 | Requested; no answer is recorded']],
  ['a command that was sent', [given, [2, { kind: 'command.sent', commandId: 'c' }]], ['1 | Request Control: Lumion 01, LF-01 | Sent']],
  [
    'a command once, with the request that carries it',
    [given, [1, { kind: 'request.started', key: `${commands.takeControl.call.name}?serial=LF-01`, call: commands.takeControl.call.name }]],
    ['1 | Request Control: Lumion 01, LF-01 | Requested; no answer is recorded'],
  ],
  [
    'a command that was rejected, and why',
    [given, [2, { kind: 'command.rejected', commandId: 'c', failure: { status: 409, message: 'Bo has control' } }]],
    ['1 | Request Control: Lumion 01, LF-01 | Rejected: Bo has control'],
  ],
  [
    'a command without a response',
    [given, [2, { kind: 'command.rejected', commandId: 'c', failure }]],
    ['1 | Request Control: Lumion 01, LF-01 | Rejected: no response'],
  ],
  [
    'a configuration that was saved',
    [started, [2, { kind: 'request.succeeded', key: saveKey, call: SAVE, answer }]],
    ['1 | Sets one value of the configuration of a device: LF-01 | Done'],
  ],
  [
    'a request whose answer is as before',
    [started, [2, { kind: 'request.unchanged', key: saveKey, call: SAVE }]],
    ['1 | Sets one value of the configuration of a device: LF-01 | Done'],
  ],
  [
    'a request that failed',
    [started, [2, { kind: 'request.failed', key: saveKey, call: SAVE, failure: { status: 500, message: '' } }]],
    ['1 | Sets one value of the configuration of a device: LF-01 | Failed: status 500'],
  ],
  [
    'nothing of what was only read or reported',
    [
      [1, { kind: 'request.started', key: 'GET machines', call: 'GET machines' }],
      [1, reported('LF-01', 1)],
      [1, ticked],
    ],
    [],
  ],
])('[ACCOUNT1] lists %s', (_, events, lines) => {
  expect(linesOf(accountOf(...events))).toEqual(lines);
});

it('[ACCOUNT1] an outcome in the next block of the same log is found; in another log it is not, and the first one ended', () => {
  const sent = eventsOf([5, { kind: 'command.sent', commandId: 'c' }]);
  const [command] = linesOf(withBlock(accountOf(given), 'a', sent));
  expect(command).toMatch(/Sent$/);
  expect(linesOf(withBlock(accountOf(given, [3, ticked]), 'b', sent))).toEqual([
    '1 | Request Control: Lumion 01, LF-01 | Requested; no answer is recorded',
    '3 | Signed out, or the console was closed',
  ]);
});

it('[ACCOUNT2] nothing of a body, a filter or a typed text is in the account', () => {
  const key = `${SAVE}?note=${SECRET}&serial=LF-01`;
  const account = accountOf(
    opened,
    entered(`?name=${SECRET}`),
    given,
    [2, { kind: 'command.sent', commandId: 'c' }],
    [2, { kind: 'request.started', key, call: SAVE }, SAVE],
    [3, { kind: 'request.succeeded', key, call: SAVE, answer }, SAVE],
    [3, { kind: 'request.started', key: saveKey, call: SAVE }, SAVE],
    [4, { kind: 'query.subscribed', key: 'x', request, everyMs: null }],
  );
  expect(account.entries).toHaveLength(5);
  expect(JSON.stringify([account.entries, account.screen])).not.toContain(SECRET);
});
