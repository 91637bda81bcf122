import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { ownBlocks } from '#past/moments/moments';
import { readerOf } from '#past/recorder/recordedBlocks';
import { keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import { type KeptState, tagState } from '#contract/fleet/reportedState';
import type { EventPayload } from '#streams/event';
import { BIN_MS } from '#streams/recording/timeline';
import { aRecorder } from '../support/aRecorder.ts';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { aLog, profile, recordedLog } from '../past/recordedLog.ts';

const inError = { current_state: 'error', error_code: '0x01' };
const faults = {
  other_fields: JSON.stringify({
    errors: [
      { code: 'W-2', severity: 'warning', part: 'camera' },
      { code: 'E-117', severity: 'fatal', part: 'cutter' },
    ],
  }),
};
const request = { call: 'GET x', params: {}, query: {} };

it('[PAST6] marks each begin of an error, each command, each lost connection and each gap; not an error that was there before', async () => {
  const events = eventsOf(
    [0, { kind: 'session.opened', profile }, 'session'],
    [1, reported('LF-01', 1, inError)],
    [2, reported('LF-02', 2)],
    [3, reported('LF-02', 3, inError)],
    [4, reported('LF-02', 4, inError)],
    [5, reported('LF-02', 5)],
    [6, { kind: 'command.requested', commandId: 'c', command: 'takeControl', request, serial: 'LF-02', deviceName: 'Lumion 02' }, 'user'],
    [7, { kind: 'socket.closed', code: 1006, retryInMs: 5 }],
    [8, { kind: 'log.gap', lost: 1, reason: 'x' }, 'log'],
    [9, reported('LF-02', 9, inError)],
    [9, ticked, 'log'],
  );
  const { marks, density } = await recordedLog(events).recorder.timeline();
  expect(marks).toEqual([
    { kind: 'error', at: 3_000, text: 'LF-02 in error', serial: 'LF-02', code: '0x00000001' },
    { kind: 'command', at: 6_000, text: 'Request Control: Lumion 02' },
    { kind: 'connection', at: 5_000, text: 'No connection' },
    { kind: 'gap', at: 8_000, text: 'Events missing' },
    { kind: 'error', at: 9_000, text: 'LF-02 in error', serial: 'LF-02', code: '0x00000001' },
  ]);
  expect([...density.values()].reduce((sum, count) => sum + count, 0)).toBe(events.length);
  expect([...density.keys()].every((bin) => bin % BIN_MS === 0)).toBe(true);
});

it.each<[string, Partial<KeptState>, Readonly<Record<string, string>>]>([
  ['the code of a docking device', { current_state: null, state: 'ERROR', error: '0x02' }, { code: '0x00000002' }],
  [
    'the worst fault where the code is none of the catalogue',
    { ...inError, error_code: 'E-117', ...faults },
    { fault: 'E-117, fatal, cutter' },
  ],
  ['the worst fault where there is no code', { current_state: 'Error', ...faults }, { fault: 'E-117, fatal, cutter' }],
  ['no code where that means no error', { ...inError, error_code: '0x00000000' }, {}],
])('[FLAG1] [FAULTS1] a begin of an error has %s', async (_, state, shown) => {
  const event: EventPayload = { kind: 'device.stateReported', serial: 'LF-01', reportedAt: 2_000, state: tagState(state) };
  const opened: TimedEvent = [0, { kind: 'session.opened', profile }, 'session'];
  const { marks } = await recordedLog(eventsOf(opened, [1, reported('LF-01', 1)], [2, event])).recorder.timeline();
  expect(marks).toEqual([{ kind: 'error', at: 2_000, text: 'LF-01 in error', serial: 'LF-01', ...shown }]);
});

it('[PAST6] a recording that goes on is read on: the marks of before stay', async () => {
  const { recorder } = recordedLog(eventsOf([0, { kind: 'session.opened', profile }, 'session'], [1, reported('LF-01', 1)]));
  expect((await recorder.timeline()).marks).toEqual([]);
  const later = eventsOf([2, reported('LF-01', 2, inError)]).map((event) => ({ ...event, seq: 2 }));
  recorder.record(later, () => ({ reports: [], rest: {} }));
  expect((await recorder.timeline()).marks).toEqual([
    { kind: 'error', at: 2_000, text: 'LF-01 in error', serial: 'LF-01', code: '0x00000001' },
  ]);
});

it('[PAST6] [RECORDER9] read on while it is recorded, the timeline is the one that is read at once, and counts no event twice', async () => {
  const events = aLog(120).map((event) =>
    event.kind === 'device.stateReported' && event.at % 7_000 === 0 ? { ...event, state: { ...event.state, ...inError } } : event,
  );
  const recorder = aRecorder();
  for (const event of events) {
    recorder.record([event], () => keyframeOf(reduceLog(undefined, [])));
    if (event.seq % 40 === 0) await recorder.timeline();
  }
  const [grown, whole] = [await recorder.timeline(), await readerOf(ownBlocks(recorder, recordingCodec)).read()];
  expect(grown.marks.length).toBeGreaterThan(10);
  expect(grown.marks).toEqual(whole.marks);
  expect([...grown.density]).toEqual([...whole.density]);
  expect([...grown.density.values()].reduce((sum, count) => sum + count, 0)).toBe(events.length);
});

const lost: EventPayload = { kind: 'socket.closed', code: 1006, retryInMs: 5 };
it.each<[string, readonly TimedEvent[], number | undefined, number | undefined]>([
  [
    'since the newest event from the server until the socket is open again',
    [
      [9, lost],
      [10, lost],
      [12, { kind: 'socket.opened' }],
    ],
    2_000,
    12_000,
  ],
  ['while it lasts, without an end', [[9, lost]], 2_000, undefined],
  [
    'of a page that was offline, without a word of the socket',
    [
      [4, { kind: 'page.offline' }],
      [8, { kind: 'page.online' }],
    ],
    2_000,
    8_000,
  ],
  [
    'until page and socket are back',
    [
      [4, { kind: 'page.offline' }],
      [5, lost],
      [8, { kind: 'page.online' }],
      [9, { kind: 'socket.opened' }],
    ],
    2_000,
    9_000,
  ],
])('[PAST6] a lost connection is one mark from its begin to its end: %s', async (_, events, at, to) => {
  const log = eventsOf([0, { kind: 'session.opened', profile }, 'session'], [2, reported('LF-01', 2)], ...events, [20, ticked, 'log']);
  const expected = [{ kind: 'connection', at, text: 'No connection', ...(to === undefined ? {} : { to }) }];
  expect((await recordedLog(log).recorder.timeline()).marks).toEqual(expected);
  // The same where it is read on.
  const recorder = aRecorder();
  for (const event of log) {
    recorder.record([event], () => keyframeOf(reduceLog(undefined, [])));
    await recorder.timeline();
  }
  expect((await recorder.timeline()).marks).toEqual(expected);
});
