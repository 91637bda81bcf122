import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBlock, encodeBlock, type KeptReport } from '#server/fleet/history/historyBlock';

const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
const kept: fc.Arbitrary<KeptReport> = fc.record({
  serial: fc.constantFrom('LF-1', 'LF-2', 'DV-1', '🤖'),
  receivedAt: instant,
  deviceTime: instant,
  sequence: fc.nat(),
  state: fc.dictionary(
    fc.constantFrom('battery_level', 'controller', 'state', 'x'),
    fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
  ),
});
const inOrder = (reports: readonly KeptReport[]) =>
  reports.toSorted((a, b) => (a.serial === b.serial ? a.receivedAt - b.receivedAt : a.serial < b.serial ? -1 : 1));
const plain = (reports: readonly KeptReport[]) => inOrder(reports).map((report) => ({ ...report, state: { ...report.state } }));

it('[INGEST6] a block gives every report back exactly, a missing field as missing and null as null', () => {
  fc.assert(
    fc.property(fc.array(kept), (reports) => {
      expect(decodeBlock(encodeBlock(reports))).toEqual(plain(reports));
    }),
    { numRuns: 300 },
  );
});

it('[INGEST6] a minute of a fleet takes less than a tenth of its JSON', () => {
  const fleet = Array.from({ length: 24 * 60 }, (_, index) => ({
    serial: `LF-${index % 24}`,
    receivedAt: 1_770_000_000_000 + Math.floor(index / 24) * 1_000 + (index % 24),
    deviceTime: 1_770_000_000_000 + Math.floor(index / 24) * 1_000,
    sequence: Math.floor(index / 24),
    state: { current_state: 'executing_task', current_task: 'in_lane', battery_level: 61, current_pose_x: (index % 24) + index / 100 },
  }));
  expect(encodeBlock(fleet).length).toBeLessThan(JSON.stringify(fleet).length / 10);
});

it('[INGEST6] anything else is no block', () => {
  expect(() => decodeBlock(Buffer.from('hello'))).toThrow();
});
