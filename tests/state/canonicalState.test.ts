import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applied, canonicalState, differences, type Json } from '#state/canonicalState';
import { keyframeOf, stateOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { eventsOf, reported, ticked, vanished } from './eventsOf.ts';

const key = 'GET total_metrics';
const request = { call: key, params: {}, query: {} };
const failure = { status: 500, message: 'x' };
const events = eventsOf(
  [0, { kind: 'query.subscribed', key, request, everyMs: 5_000 }],
  [0, reported('LF-02', 0)],
  [1, { kind: 'request.started', key, call: key }],
  [2, reported('LF-01', 1, { battery_level: 7 })],
  [2, { kind: 'request.succeeded', key, call: key, answer: { total_mileage: 3, of: [null, true] } }],
  [3, ticked],
  [4, vanished('LF-02')],
  [5, { kind: 'request.failed', key, call: key, failure }],
  [6, { kind: 'alert.raised', tone: 'warning', text: 'x' }],
  [7, reported('LF-01', 7)],
);

/** The state after the events, each batch folded by itself; a keyframe is written and read after the batches of these numbers. */
function folded(batches: readonly (readonly FleetEvent[])[], keyframesAfter: readonly number[] = []): RootState {
  return batches.reduce(
    (state, batch, index) => {
      const next = reduceLog(state, batch);
      const keyframe = keyframeOf(next);
      return keyframesAfter.includes(index) ? stateOf({ ...keyframe, rest: JSON.parse(JSON.stringify(keyframe.rest)) }) : next;
    },
    reduceLog(undefined, []),
  );
}

const textOf = (state: RootState) => JSON.stringify(canonicalState(state));
const single = events.map((event) => [event]);

describe('the canonical state', () => {
  it('[PAST12] is the same text however the events came in batches and wherever a keyframe was', () => {
    const text = textOf(folded(single));
    expect(textOf(folded([events]))).toBe(text);
    single.forEach((_, index) => expect(textOf(folded(single, [index]))).toBe(text));
  });

  it('[PAST12] differs after every event that changes something', () => {
    const texts = single.map((_, index) => textOf(folded(single.slice(0, index + 1))));
    expect(new Set(texts).size).toBe(events.length);
  });
});

const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value): Json => JSON.parse(JSON.stringify(value)))
  // The prototype of an object is no part of it.
  .filter((value) => !JSON.stringify(value).includes('__proto__'));
const text = (value: unknown) => JSON.stringify(value, (_, part: unknown) => sortedNames(part));
function sortedNames(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe('two moments', () => {
  it('[COMPARE1] the differences of two values, applied to the first, give the second', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(text(applied(before, differences(before, after)))).toBe(text(after));
        expect(differences(before, before)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('[COMPARE1] so do those of two states of one log, and nothing else is named', () => {
    const states = single.map((_, index) => canonicalState(folded(single.slice(0, index + 1))));
    for (const before of states) for (const after of states) expect(text(applied(before, differences(before, after)))).toBe(text(after));
    const found = differences(states[7], states[8]);
    expect(new Set(found.map(({ path }) => path[0]))).toEqual(new Set(['alerts']));
  });
});
