import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRawState } from '#contract/fleet/machine';
import { eventsBatched } from '#state/events';
import { keyframeOf, stateOf } from '#state/keyframe';
import { createLogStore, momentShown, type RootState } from '#state/store';
import type { EventPayload, FleetEvent } from '#streams/event';
import { decisiveEvents } from '#streams/recording/decisiveEvents';
import { readBlock, writeBlock } from '#streams/recording/eventBlock';
import { canonical } from '../../past/recordedLog.ts';
import { nodeCodec } from '#session/nodeCodec';
import { eventsOf, reported, ticked, vanished } from '../../state/eventsOf.ts';

const serials = ['LF-01', 'LF-02', 'LF-03', 'XE-07'];
const total = { call: 'GET total_metrics', params: {}, query: {} };
const key = 'GET total_metrics';
const payload: fc.Arbitrary<readonly [EventPayload, string]> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ serial: fc.constantFrom(...serials), second: fc.nat(50), level: fc.nat(100), isRaw: fc.boolean() })
      .map(
        ({ serial, second, level, isRaw }) =>
          [reported(serial, second, { battery_level: level }), isRaw ? getRawState.name : 'socket'] as const,
      ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...serials).map((serial) => [vanished(serial), 'GET machines'] as const) },
  { weight: 2, arbitrary: fc.constant([ticked, 'log'] as const) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<EventPayload>(
        { kind: 'session.closed' },
        { kind: 'query.subscribed', key, request: total, everyMs: 5_000 },
        { kind: 'query.unsubscribed', key },
        { kind: 'request.started', key, call: key },
        { kind: 'request.succeeded', key, call: key, answer: { total_mileage: 3, of: [null, true] }, unread: 2 },
        { kind: 'request.unchanged', key, call: key },
        { kind: 'request.failed', key, call: key, failure: { status: 500, message: 'x' } },
        { kind: 'alert.raised', tone: 'warning', text: 'x' },
        { kind: 'page.offline' },
        { kind: 'clock.offsetMeasured', offsetMs: -12 },
      )
      .map((event) => [event, 'user'] as const),
  },
);
const someLog = fc
  .array(payload, { minLength: 1, maxLength: 80 })
  .map((entries) => eventsOf(...entries.map(([event, source], index) => [index, event, source] as const)));

function fold(before: RootState | null, ...batches: readonly (readonly FleetEvent[])[]): RootState {
  const store = createLogStore({ devTools: false });
  if (before !== null) store.dispatch(momentShown(before));
  for (const batch of batches) store.dispatch(eventsBatched(batch));
  return store.getState();
}

describe('the state at a moment of a recording', () => {
  it('[REC3] a keyframe gives the state back', () => {
    fc.assert(
      fc.property(someLog, (events) => {
        const state = fold(null, events);
        const block = readBlock(writeBlock(keyframeOf(state), [], nodeCodec), nodeCodec);
        const again = block.keyframe === null ? null : stateOf(block.keyframe);
        expect(again === null ? null : canonical(again)).toBe(canonical(state));
        // The same events change both in the same way.
        expect(canonical(fold(again, events))).toBe(canonical(fold(state, events)));
      }),
      { numRuns: 300 },
    );
  });

  it('[REC4] keyframe and decisive events give the state that the log gave live, at every event and however it came in batches', () => {
    fc.assert(
      fc.property(someLog, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (events, start, end) => {
        const first = Math.floor(start * events.length);
        const later = events.slice(first);
        const count = Math.floor(end * later.length);
        const before = fold(null, ...events.slice(0, first).map((event) => [event]));
        const block = readBlock(writeBlock(keyframeOf(before), later, nodeCodec), nodeCodec);
        const live = fold(before, ...later.slice(0, count).map((event) => [event]));
        const sought = fold(block.keyframe === null ? null : stateOf(block.keyframe), decisiveEvents(block, count));
        expect(canonical(sought)).toBe(canonical(live));
      }),
      { numRuns: 500 },
    );
  });

  it('[REC5] a report that a later one replaces is not folded again', () => {
    const events = eventsOf(
      ...Array.from({ length: 900 }, (_, index) => [index, reported(serials[index % 4] ?? '', index), 'socket'] as const),
    );
    const block = readBlock(writeBlock(null, events, nodeCodec), nodeCodec);
    // The first and the last of each device.
    expect(decisiveEvents(block, block.count)).toHaveLength(8);
  });
});
