import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FleetEvent } from '#streams/event';
import { readBlock, writeBlock } from '#streams/recording/eventBlock';
import { DamagedRecording } from '#streams/recording/bytes';
import { nodeCodec } from '#session/nodeCodec';

const roundTrip = (events: readonly unknown[]) => {
  // Events of any shape: the format keeps what it does not know.
  const block = readBlock(writeBlock(null, events as readonly FleetEvent[], nodeCodec), nodeCodec);
  return Array.from({ length: block.count }, (_, index) => block.eventAt(index));
};
const text = (events: readonly unknown[]) => events.map((event) => JSON.stringify(event)).join('\n');

const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
  fc.integer({ min: -5_000, max: 5_000 }).map((thousandths) => thousandths / 1_000),
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.constant(null),
);
const state = fc.dictionary(
  fc.oneof(fc.constantFrom('battery_level', 'current_state', 'current_pose_x', 'shape', '7'), fc.string()),
  value,
  {
    maxKeys: 6,
    noNullPrototype: true,
  },
);
const serial = fc.constantFrom('LF-01', 'LF-02', 'XE-7', '');
const report = fc
  .record({
    serial,
    reportedAt: fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
    ),
    state,
  })
  .map((fields) => ({ kind: 'device.stateReported', ...fields }));
const other = fc
  .tuple(
    fc.constantFrom('clock.ticked', 'request.succeeded', 'not.knownYet'),
    fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
  )
  .map(([kind, fields]) => ({ kind, ...fields }));
const source = fc.constantFrom('socket', 'log', 'GET machines');
const anyLog = fc.array(fc.tuple(fc.oneof(report, other), source, fc.nat(3_000), fc.boolean()), { maxLength: 60 }).map((entries) => {
  let at = 1_790_000_000_000;
  return entries.map(([payload, from, ms, isUsual], seq) => {
    at += ms;
    return isUsual ? { ...payload, seq, at, source: from } : { source: from, at, ...payload, seq: seq * 3, more: [ms] };
  });
});

describe('events of a block', () => {
  it('[REC1] any log of JSON values is read back as the same text, also with unknown kinds, fields and orders of fields', () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const wanted = events.map((event): unknown => JSON.parse(JSON.stringify(event)));
        expect(text(roundTrip(wanted))).toBe(text(wanted));
      }),
      { numRuns: 400 },
    );
  });

  it('[REC1] a position with every bit used, and one with three decimals, are read back bit for bit', () => {
    const xs = [0.1 + 0.2, 12.345, 1e-9, 2 ** 60, -7.5, 12.346, Number.MIN_VALUE, 3];
    const events = xs.map((current_pose_x, seq) => ({
      kind: 'device.stateReported',
      serial: 'LF-01',
      reportedAt: seq,
      state: { current_pose_x },
      seq,
      at: seq,
      source: 'socket',
    }));
    expect(text(roundTrip(events))).toBe(text(events));
  });

  it('[REC2] a block of which bytes are missing or changed is refused or gives events, and never anything else', () => {
    const events = fc.sample(anyLog, { numRuns: 1, seed: 7 })[0] ?? [];
    const bytes = writeBlock({ reports: [], rest: { a: 1 } }, events as unknown as readonly FleetEvent[], nodeCodec);
    const read = (damaged: Uint8Array) => {
      try {
        const block = readBlock(damaged, nodeCodec);
        for (let index = 0; index < block.count; index += 1) block.eventAt(index);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedRecording);
      }
    };
    for (let end = 0; end < bytes.length; end += 1) read(bytes.slice(0, end));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => read(bytes.map((old, index) => (index === at ? byte : old)))),
      { numRuns: 1_000 },
    );
  });
});
