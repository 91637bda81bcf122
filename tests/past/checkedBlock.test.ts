import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedBlock } from '#past/file/checkedBlock';
import { keyframeOf, stateOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import type { EventKind, EventOf, FleetEvent } from '#streams/event';
import { DamagedRecording } from '#streams/recording/bytes';
import { readBlock, writeBlock, type EventBlock } from '#streams/recording/eventBlock';
import { canonical } from './recordedLog.ts';
import { nodeCodec } from '#session/nodeCodec';
import { aState } from '../state/eventsOf.ts';

const profile = { username: 'an', email: 'an@x.example', groups: ['user_type:system_admin'], second_factor: true };
const request = { call: 'GET machines', params: {}, query: { page: 0 } };
const [key, call] = ['GET machines', 'GET machines'];
const failure = { status: 500, message: 'internal' };

type Payload<Kind extends EventKind> = Omit<EventOf<Kind>, 'kind' | 'seq' | 'at' | 'source'>;
const oneOfEach: { readonly [Kind in EventKind]: Payload<Kind> } = {
  'session.opened': { profile },
  'session.renewed': { profile, expiresAt: 9_000 },
  'device.stateReported': { serial: 'LF-01', reportedAt: 1, state: aState() },
  'device.dataReported': { serial: 'LF-01', data_group: 'map_data', data: {} },
  'device.removed': { serial: 'LF-01' },
  'request.started': { key, call },
  'request.succeeded': { key, call, answer: { result: {} }, unread: 1 },
  'request.unchanged': { key, call },
  'request.progressed': { key, call, bytes: 5, total: null },
  'request.cancelled': { key, call },
  'request.failed': { key, call, failure },
  'socket.opened': {},
  'socket.closed': { code: 1006, retryInMs: 1_000 },
  'frame.rejected': { reason: 'no JSON', text: '{' },
  'history.listed': { list: 'commands', since: 1, rows: [{ id: 'c1', serial: 'LF-01', at: 2, row: { id: 'c1' } }] },
  'history.known': {
    late: [{ serial: 'LF-01', reports: [[1, 2]] }],
    without: [3],
    instead: [{ before: 3, at: 1, event: { kind: 'device.removed', serial: 'LF-01' } }],
  },
  'log.gap': { lost: 1, reason: 'lost' },
  'clock.offsetMeasured': { offsetMs: 3 },
  'query.subscribed': { key, request, everyMs: null },
  'query.unsubscribed': { key },
  'command.requested': { commandId: 'c1', command: 'stop', request, serial: 'LF-01', deviceName: 'Lumion 01' },
  'command.sent': { commandId: 'c1' },
  'command.rejected': { commandId: 'c1', failure },
  'stop.received': { commandId: 'c1' },
  'stop.answered': { commandId: 'c1', status: 200, isDone: true, message: '' },
  'stop.dismissed': { commandId: 'c1' },
  'stop.remembered': { commandId: 'c0', serial: 'LF-01', deviceName: 'Lumion 01', failure, failedAt: 1 },
  'route.entered': { path: '/dashboard' },
  'page.hidden': {},
  'page.shown': {},
  'page.offline': {},
  'page.online': {},
  'input.rejected': { field: 'name', reason: 'too long' },
  'alert.raised': { tone: 'warning', text: 'Stop was not sent' },
  'clock.ticked': {},
  'session.rejected': { message: 'expired' },
  'session.closed': {},
};
// With a field that no event has, a report is stored as JSON, which holds any value.
const asJson = true;
const kinds = Object.keys(oneOfEach);
const eventOf = (kind: string, payload: object, seq = 0): FleetEvent =>
  JSON.parse(JSON.stringify({ kind, ...payload, seq, at: seq * 100, source: 'log' }));
const allKinds = kinds.map((kind, seq) => eventOf(kind, oneOfEach[kind as EventKind], seq));

/** A block as a file gives it. */
const blockOf = (state: RootState | { readonly rest: unknown }, events: readonly FleetEvent[]): EventBlock => {
  const keyframe = 'rest' in state ? { reports: [], rest: state.rest } : keyframeOf(state);
  return readBlock(writeBlock(keyframe, events, nodeCodec), nodeCodec);
};
const empty = reduceLog(undefined, []);
/** Events of every slice, with a push after the last tick. */
const full = reduceLog(undefined, [...allKinds.slice(0, -2), eventOf('device.dataReported', oneOfEach['device.dataReported'], 90)]);

describe('a block of a foreign file', () => {
  it('[STATE47] the state while a request has no answer yet, and of a call whose answers become reports, passes', () => {
    const asked = reduceLog(undefined, [
      eventOf('query.subscribed', oneOfEach['query.subscribed']),
      eventOf('request.unchanged', oneOfEach['request.unchanged']),
    ]);
    const { keyframe } = checkedBlock(blockOf(asked, []));
    expect(keyframe === null ? null : canonical(stateOf(keyframe))).toBe(canonical(asked));
  });

  it('[STATE47] content written by the console passes unchanged: every kind, every slice, and an unknown kind', () => {
    const unknown = eventOf('not.knownYet', { more: [1] });
    const [own, checked] = [blockOf(full, [...allKinds, unknown]), checkedBlock(blockOf(full, [...allKinds, unknown]))];
    expect(Array.from({ length: own.count }, (_, index) => checked.eventAt(index))).toEqual([...allKinds, unknown]);
    if (own.keyframe === null || checked.keyframe === null) throw new Error('A block has a keyframe.');
    expect(canonical(stateOf(checked.keyframe))).toBe(canonical(stateOf(own.keyframe)));
    expect(canonical(stateOf(checked.keyframe))).toBe(canonical(full));
  });

  it.each<[string, FleetEvent]>([
    ['a report without a state', eventOf('device.stateReported', { asJson, serial: 'LF-01', reportedAt: 1, state: null })],
    [
      'a pose that is a text',
      eventOf('device.stateReported', { asJson, serial: 'LF-01', reportedAt: 1, state: { ...aState(), current_pose_x: 'x' } }),
    ],
    ['an instant that no calendar has', eventOf('device.stateReported', { asJson, serial: 'LF-01', reportedAt: 9e15, state: aState() })],
    ['a command that is none', eventOf('command.requested', { ...oneOfEach['command.requested'], command: 'constructor' })],
    ['a sign-in without groups', eventOf('session.opened', { profile: { username: 'an' } })],
    ['an alert of another tone', eventOf('alert.raised', { tone: 'loud', text: 'x' })],
  ])('[STATE47] %s is refused with one line', (_, event) => {
    const block = checkedBlock(blockOf(empty, [event]));
    expect(() => block.eventAt(0)).toThrow(DamagedRecording);
    expect(() => block.eventAt(0)).toThrow(/^An event of the recording is not what the console writes\.$/);
  });

  it('[STATE47] a state that would fill the memory or break a screen is refused', () => {
    const { rest } = keyframeOf(full);
    const changed = (over: object) => blockOf({ rest: { ...(rest as object), ...over } }, []);
    for (const over of [
      { replaced: [[2 ** 40, 0]] },
      { rowCount: 2 ** 31 },
      { slices: {} },
      { deviceData: [{}] },
      { dataSnapshot: { count: 2 ** 31, replaced: [] } },
      { dataSnapshot: { count: 1, replaced: [[2 ** 31, { serial: 'LF-01', groups: {} }]] } },
      { absent: [[0, 'never']] },
      { errors: [[0, 'soon', 1]] },
      { errors: [[2 ** 31, 1, 1]] },
    ])
      expect(() => checkedBlock(changed(over))).toThrow('The state at the begin of a block is not what the console writes.');
  });

  it('[STATE47] any value in any place is refused or can be folded', () => {
    const paths = Object.entries(oneOfEach).flatMap(([kind, payload]) => Object.keys(payload).map((name) => [kind, name] as const));
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), ([kind, name], value) => {
        const block = checkedBlock(blockOf(empty, [eventOf(kind, { asJson, ...oneOfEach[kind as EventKind], [name]: value })]));
        try {
          block.eventAt(0);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedRecording);
          return;
        }
        reduceLog(full, [block.eventAt(0)]);
      }),
      { numRuns: 3_000, seed: 11 },
    );
  });

  it('[STATE47] any value in any place of a keyframe is refused or gives a state', () => {
    const rest = JSON.parse(JSON.stringify(keyframeOf(full).rest));
    const placesIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
      typeof value === 'object' && value !== null
        ? [path, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]))]
        : [path];
    const replaced = (value: unknown, [name, ...more]: readonly string[], by: unknown): unknown => {
      if (name === undefined) return by;
      const inner = Object.entries(value as object).map(([own, one]) => [own, own === name ? replaced(one, more, by) : one]);
      return Array.isArray(value) ? inner.map(([, one]) => one) : Object.fromEntries(inner);
    };
    fc.assert(
      fc.property(fc.constantFrom(...placesIn(rest)), fc.jsonValue(), (path, value) => {
        const block = blockOf({ rest: replaced(rest, path, value) }, []);
        try {
          const { keyframe } = checkedBlock(block);
          if (keyframe !== null) reduceLog(stateOf(keyframe), allKinds);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedRecording);
        }
      }),
      { numRuns: 3_000, seed: 11 },
    );
  });
});
