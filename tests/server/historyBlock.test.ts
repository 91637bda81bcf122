import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBlock, encodeBlock, encodeInTurns } from '#server/fleet/history/historyBlock';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { lateReports, storedBlocks, storedReports } from '../support/storedBlocks.ts';

const instant = fc.integer({ min: Date.UTC(0, 0), max: Date.UTC(9999, 11, 31) });
const value = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.integer({ min: -5_000, max: 5_000 }).map((thousandths) => thousandths / 1_000),
  fc.constantFrom(0, -0, 1e300, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, NaN, Infinity),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\ud800', null, undefined, true, false),
  fc.jsonValue(),
);
const name = fc.oneof(
  fc.constantFrom('battery_level', 'controller', 'state', 'errors', 'x', '7', '', '__proto__', 'toString'),
  fc.string({ unit: 'binary' }),
);
const kept: fc.Arbitrary<KeptReport> = fc.record(
  {
    serial: fc.constantFrom('LF-1', 'LF-2', 'DV-1', '🤖', ''),
    receivedAt: instant,
    arrivedAt: instant,
    deviceTime: instant,
    sequence: fc.oneof(fc.nat(), fc.maxSafeNat()),
    state: fc
      .uniqueArray(fc.tuple(name, value), { selector: ([field]) => field, maxLength: 8 })
      .map((fields) => Object.fromEntries(fields)),
  },
  { noNullPrototype: true, requiredKeys: ['serial', 'receivedAt', 'deviceTime', 'sequence', 'state'] },
);
const inOrder = (reports: readonly KeptReport[]) =>
  reports.toSorted((a, b) => (a.serial === b.serial ? a.receivedAt - b.receivedAt : a.serial < b.serial ? -1 : 1));
const asJson = (reports: readonly KeptReport[]): unknown => JSON.parse(JSON.stringify(reports));

it('[INGEST6] a block gives every report back as JSON does: fields in their order, lists, a missing field as missing, null as null', () => {
  fc.assert(
    fc.property(fc.array(kept, { maxLength: 30 }), (reports) => {
      const read = decodeBlock(encodeBlock(reports));
      expect(JSON.stringify(read)).toBe(JSON.stringify(inOrder(reports)));
      // Compares zeros by their sign, too.
      expect(read).toEqual(asJson(inOrder(reports)));
    }),
    { numRuns: 500 },
  );
});

it('[INGEST6] a block that is encoded in short turns of the thread is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(kept, { maxLength: 30 }), async (reports) => {
      expect((await encodeInTurns(reports)).equals(encodeBlock(reports))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

it('[INGEST6] a list, or a number as the name of a field, takes no field of a device out of its column', () => {
  const reportsWith = (more: (second: number) => object) =>
    Array.from({ length: 500 }, (_, second) => ({
      serial: 'LF-1',
      receivedAt: second * 1_000 + 5,
      deviceTime: second * 1_000,
      sequence: second,
      state: { current_state: 'executing_task', battery_level: 60 + (second % 7) / 10, ...more(second) },
    }));
  const bytes = (reports: readonly KeptReport[]) => encodeBlock(reports).length;
  const plain = bytes(reportsWith(() => ({})));
  expect(bytes(reportsWith((second) => ({ errors: second % 100 === 0 ? [{ code: 'E-1' }] : [] })))).toBeLessThan(1.5 * plain);
  expect(bytes(reportsWith(() => ({ 7: 'x' })))).toBeLessThan(1.5 * plain);
});

it('[INGEST6] a block whose texts all differ is read like any other', () => {
  const texts = (report: number) => Object.fromEntries(Array.from({ length: 490 }, (_, field) => [`field${field}`, `${report}/${field}`]));
  const reports = Array.from({ length: 1_200 }, (_, sequence) => ({
    serial: 'LF-1',
    receivedAt: sequence,
    deviceTime: sequence,
    sequence,
    state: texts(sequence),
  }));
  expect(decodeBlock(encodeBlock(reports))).toEqual(reports);
});

it.each(['version1', 'version2'] as const)('[INGEST19] a block of %s that is in a database is read', (version) => {
  expect(JSON.stringify(decodeBlock(storedBlocks[version]))).toBe(JSON.stringify(storedReports));
});

it('[INGEST19] [ARRIVED1] a block with late reports that is in a database is read; one without them is written as version 2', () => {
  expect(decodeBlock(storedBlocks.version3)).toEqual(lateReports);
  expect([encodeBlock(lateReports)[0], encodeBlock(storedReports)[0]]).toEqual([3, 2]);
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

it('[INGEST20] a block of which bytes are missing or changed, and anything else, is refused with one error', () => {
  const read = (bytes: Buffer) => {
    try {
      expect(decodeBlock(bytes)).toEqual(storedReports);
    } catch (error) {
      expect(error).toEqual(new Error('A block of the history is damaged.'));
    }
  };
  const { version2 } = storedBlocks;
  for (let end = 0; end < version2.length; end += 1) expect(() => decodeBlock(version2.subarray(0, end))).toThrow('is damaged');
  fc.assert(
    fc.property(fc.nat(version2.length - 1), fc.nat(255), (at, byte) =>
      read(Buffer.from(version2.map((old, index) => (index === at ? byte : old)))),
    ),
    { numRuns: 2_000 },
  );
  for (const text of ['', 'hello', '\u0002hello']) expect(() => decodeBlock(Buffer.from(text))).toThrow('is damaged');
});
