import { expect, it } from 'vitest';
import { accountWith, EMPTY_ACCOUNT, extendAccount, type Names, withErrors, type SessionAccount } from '#past/account/sessionAccount';
import type { Call } from '#contract/call';
import { MAX_SESSION_LINES } from '#contract/sessionAccount';
import { getCommands } from '#contract/command';
import { calls } from '#contract/catalogue/calls';
import { commands } from '#domain/commands/commandRows';
import { keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { readBlock, writeBlock } from '#streams/recording/eventBlock';
import { nodeCodec } from '#session/nodeCodec';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
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
    'a request that was refused, without the kind of the refusal',
    [started, [2, { kind: 'request.failed', key: saveKey, call: SAVE, failure: { status: 409, message: 'Conflict: Bo has control' } }]],
    ['1 | Sets one value of the configuration of a device: LF-01 | Failed: Bo has control'],
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

it('[ACCOUNT6] the errors of devices stand between what the person did, in the order in which they happened', () => {
  const account = accountOf(opened, given, [3, { kind: 'session.closed' }]);
  const error = (at: number) => ({ at, kind: 'error' as const, text: 'Lumion 02 in error', outcome: '' });
  const entries = withErrors(account.entries, [error(2_000), error(4_000)]);
  expect(entries.map(({ at, kind }) => [at, kind])).toEqual([
    [0, 'session'],
    [1_000, 'command'],
    [2_000, 'error'],
    [3_000, 'session'],
    [4_000, 'error'],
  ]);
});

const listed = (status: string, text: string | null = null, id = 'c'): TimedEvent => {
  const at = '2026-11-22T02:40:00Z';
  const results = [
    {
      id,
      device_serial: 'LF-01',
      command: 'take_control',
      arguments: { note: SECRET },
      status,
      given_at: at,
      given_by: 'an',
      given_by_name: 'An',
      holder: null,
      holder_name: null,
      sent_at: at,
      delivered_at: null,
      ended_at: null,
      text,
    },
  ];
  return [
    3,
    { kind: 'request.succeeded', key: `${getCommands.name}?serial=LF-01`, call: getCommands.name, answer: { total: 1, results } },
    getCommands.name,
  ];
};
const commandSent: TimedEvent = [2, { kind: 'command.sent', commandId: 'c' }];

it.each<[string, readonly TimedEvent[], string]>([
  ['delivered', [listed('delivered')], 'Delivered'],
  ['done, also when it is listed again', [listed('delivered'), listed('done'), listed('done')], 'Done'],
  ['failed, and why', [listed('failed', 'Belt slips')], 'Failed: Belt slips'],
  ['expired', [listed('expired')], 'Expired'],
  ['sent, while the list holds other commands alone', [listed('done', null, 'other')], 'Sent'],
])('[ACCOUNT4] a command whose result the console learned later is %s', (_, events, outcome) => {
  const account = accountOf(given, commandSent, ...events);
  expect(linesOf(account)).toEqual([`1 | Request Control: Lumion 01, LF-01 | ${outcome}`]);
  expect(JSON.stringify([account.entries, account.screen])).not.toContain(SECRET);
});

it.each<[string, readonly TimedEvent[], string]>([
  ['done', [listed('done'), commandSent], 'Done'],
  ['delivered', [listed('delivered'), commandSent], 'Delivered'],
  ['done after it was delivered', [listed('delivered'), commandSent, listed('done')], 'Done'],
])('[ACCOUNT4] a command that is listed before its own response comes is %s', (_, events, outcome) => {
  expect(linesOf(accountOf(given, ...events))).toEqual([`1 | Request Control: Lumion 01, LF-01 | ${outcome}`]);
});

it('[ACCOUNT4] the result is found in a later log, too', () => {
  expect(linesOf(withBlock(accountOf(given, commandSent), 'b', eventsOf(listed('done'))))[0]).toMatch(/Done$/);
});

it('[ACCOUNT5] a page that is loaded anew is no sign-out; a person who is back later signed in again', () => {
  const again = (second: number): TimedEvent => [second, { kind: 'session.opened', profile }, 'session'];
  const at = (second: number) => linesOf(withBlock(accountOf(opened, [3, ticked]), 'b', eventsOf(again(second)))).slice(1);
  expect(at(62)).toEqual(['62 | Loaded the console again']);
  expect(at(63)).toEqual(['3 | Signed out, or the console was closed', '63 | Signed in as an; recorded from here']);
  const other: TimedEvent = [4, { kind: 'session.opened', profile: { ...profile, username: 'bo' } }, 'session'];
  expect(linesOf(withBlock(accountOf(opened, [3, ticked]), 'b', eventsOf(other))).slice(1)).toEqual([
    '3 | Signed out, or the console was closed',
    '4 | Signed in as bo; recorded from here',
  ]);
});

it('[ACCOUNT5] the log of another tab in which the person is signed in goes on; an end is named once', () => {
  const first = accountOf(opened, [3, ticked]);
  const keyframe = keyframeOf(reduceLog(undefined, eventsOf(opened)));
  const ofTab = readBlock(writeBlock(keyframe, eventsOf([4, ticked]), nodeCodec), nodeCodec);
  expect(linesOf(extendAccount(first, 'b', ofTab, names))).toEqual(linesOf(first));
  const closed = withBlock(first, 'b', eventsOf([5, ticked]));
  expect(linesOf(withBlock(closed, 'c', eventsOf([6, ticked]))).slice(1)).toEqual(['3 | Signed out, or the console was closed']);
});

it('[ACCOUNT5] a person who signed in before the recording begins is known, too', () => {
  const keyframe = keyframeOf(reduceLog(undefined, eventsOf(opened)));
  const oldest = readBlock(writeBlock(keyframe, eventsOf([3, ticked]), nodeCodec), nodeCodec);
  const again: TimedEvent = [5, { kind: 'session.opened', profile }, 'session'];
  expect(linesOf(withBlock(extendAccount(EMPTY_ACCOUNT, 'a', oldest, names), 'b', eventsOf(again)))).toEqual([
    '5 | Loaded the console again',
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

const kept: Names = { ...names, kept: { hasDevice: (serial) => serial === 'LF-01' } };
const keptLines = (...events: readonly TimedEvent[]) => linesOf(accountWith(EMPTY_ACCOUNT, eventsOf(...events), kept));

it('[SACCT10] what is kept has of an address no unknown page and no device that is not listed, of a failure no text', () => {
  const typed: TimedEvent = [
    1,
    { kind: 'command.requested', commandId: 'd', command: 'takeControl', request, serial: SECRET, deviceName: SECRET },
    'user',
  ];
  const refusal = { status: 400, message: `Invalid: note: ${SECRET}` };
  const otherKey = `${SAVE}?serial=${SECRET}`;
  expect(
    keptLines(
      entered('?device_serial=LF-01'),
      entered(`?device_serial=${SECRET}`),
      [1, { kind: 'route.entered', path: `/${SECRET}` }],
      started,
      [2, { kind: 'request.failed', key: saveKey, call: SAVE, failure: refusal }],
      [2, { kind: 'request.started', key: otherKey, call: SAVE }],
      given,
      [2, { kind: 'command.rejected', commandId: 'c', failure: refusal }],
      typed,
      [2, { kind: 'command.sent', commandId: 'd' }],
      listed('failed', SECRET, 'd'),
    ),
  ).toEqual([
    '1 | Device Detail, LF-01',
    '1 | Device Detail',
    '1 | Unknown page',
    '1 | Sets one value of the configuration of a device: LF-01 | Failed: status 400',
    '2 | Sets one value of the configuration of a device | Requested; no answer is recorded',
    '1 | Request Control: Lumion 01, LF-01 | Rejected: status 400',
    '1 | Request Control: unknown device | Failed',
  ]);
});

it('[SACCT10] polls and screens that are shown already change nothing, and entries beyond what is kept are not collected', () => {
  const before = accountWith(EMPTY_ACCOUNT, eventsOf(entered(), given, [2, { kind: 'command.sent', commandId: 'c' }]), kept);
  const poll = { key: 'GET machines', call: 'GET machines' };
  const polls = eventsOf(
    entered(),
    [3, { kind: 'request.started', ...poll }],
    [3, { kind: 'request.unchanged', ...poll }],
    [3, { kind: 'request.failed', ...poll, failure }],
    [3, { kind: 'request.cancelled', ...poll }],
    [3, { kind: 'request.succeeded', ...poll, answer }],
    listed('sent'),
    listed('delivered', null, 'unknown'),
    [3, { kind: 'command.sent', commandId: 'c' }],
  );
  expect(accountWith(before, polls, kept)).toBe(before);
  const many = Array.from({ length: MAX_SESSION_LINES + 5 }, (_, n) => entered(n % 2 === 0 ? '' : '?device_serial=LF-01'));
  const full = accountWith(before, eventsOf(...many), kept);
  expect(full.entries).toHaveLength(MAX_SESSION_LINES);
  expect(accountWith(full, eventsOf(given, started), kept)).toBe(full);
});
