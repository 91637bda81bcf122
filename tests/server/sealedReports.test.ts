import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { stateFieldNames } from '#contract/fleet/stateFields';
import { decodeBlock, encodeBlock } from '#server/fleet/history/historyBlock';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { DamagedFile, openParquet, type ParquetGroup } from '#server/history/parquet/openParquet';
import type { StoredParquets } from '#server/history/parquet/storedParquet';
import { createParquet } from '#server/history/parquet/writeParquet';
import { reportCells, reportColumns, reportReader } from '#server/history/sealed/reportColumns';
import { readSealed } from '#server/history/sealed/readSealed';

const instant = fc.integer({ min: Date.UTC(0, 0), max: Date.UTC(9999, 11, 31) });
const value = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.integer({ min: -5_000, max: 5_000 }).map((thousandths) => thousandths / 1_000),
  fc.constantFrom(0, -0, 1e300, 999_999.999, 1_000_000, 0.0005, 2 ** 53, NaN, Infinity),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\ud800', '\u0000', null, true, false),
  fc.jsonValue(),
);
const name = fc.oneof(
  fc.constantFrom(...stateFieldNames),
  fc.constantFrom('serial', 'fields', 'errors', '7', '', '__proto__', 'toString'),
  fc.string({ unit: 'binary' }),
);
const kept: fc.Arbitrary<KeptReport> = fc.record(
  {
    serial: fc.constant('LF-1'),
    receivedAt: instant,
    arrivedAt: instant,
    deviceTime: instant,
    sequence: fc.oneof(fc.nat(), fc.maxSafeNat()),
    state: fc
      .uniqueArray(fc.tuple(name, value), { selector: ([field]) => field, maxLength: 12 })
      .map((fields) => Object.fromEntries(fields)),
  },
  { noNullPrototype: true, requiredKeys: ['serial', 'receivedAt', 'deviceTime', 'sequence', 'state'] },
);

/** Writes groups of reports as a file. */
function written(groups: readonly (readonly KeptReport[])[]) {
  const file = createParquet(reportColumns);
  const parts = groups.map((reports) => {
    const { cells, push } = reportCells();
    for (const report of reports) push(report, 'org-1');
    return file.group(cells);
  });
  const { bytes, seal } = file.end();
  return { bytes: Buffer.concat([...parts, bytes]), seal };
}

const sourceOf = (bytes: Buffer) => ({ size: bytes.length, read: (from: number, to: number) => Promise.resolve(bytes.subarray(from, to)) });

async function readBack(bytes: Buffer, seal: ReturnType<typeof written>['seal']) {
  const open = await openParquet(sourceOf(bytes), seal);
  const reports: KeptReport[] = [];
  for (const group of open.groups) {
    const columns = await group.open(open.columns);
    const cells = new Map(
      await Promise.all(open.columns.map(async (column) => [column, await columns.cells(column, 0, group.rows)] as const)),
    );
    const read = reportReader((column) => cells.get(column));
    for (let row = 0; row < group.rows; row += 1) reports.push(read(row));
  }
  return reports;
}

/** Reports as history blocks return them. */
const hotOf = (reports: readonly KeptReport[]) => reports.flatMap((report) => decodeBlock(encodeBlock([report])));

it('[SEALED1] a sealed report is read as history blocks return it: order of fields, null, missing and unknown fields, other types, halves of pairs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(kept, { minLength: 1, maxLength: 10 }), { maxLength: 3 }), async (groups) => {
      const hot = groups.map(hotOf);
      const { bytes, seal } = written(hot);
      const read = await readBack(bytes, seal);
      expect(JSON.stringify(read)).toBe(JSON.stringify(hot.flat()));
      expect(read).toEqual(hot.flat());
    }),
    { numRuns: 150 },
  );
});

const drive = Array.from({ length: 500 }, (_, second) => ({
  serial: 'LF-1',
  receivedAt: 1_770_000_000_000 + second * 1_000 + (second % 3),
  deviceTime: 1_770_000_000_000 + second * 1_000,
  sequence: second,
  state: { current_state: 'executing_task', battery_level: 60 + (second % 7) / 10, current_pose_x: second / 8, current_node: `N${second}` },
}));

it('[SEALED3] a file of which a byte is changed or missing is refused, or what is read is right', async () => {
  const { bytes, seal } = written([drive, drive]);
  const expected = [...drive, ...drive];
  expect(await readBack(bytes, seal)).toEqual(expected);
  const damaged = async (changed: Buffer) => {
    try {
      expect(await readBack(changed, seal)).toEqual(expected);
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedFile);
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) =>
      damaged(Buffer.from(bytes.map((byte, place) => (place === at ? byte ^ flip : byte)))),
    ),
    { numRuns: 200 },
  );
  for (const length of [0, 4, bytes.length - 1]) await expect(readBack(bytes.subarray(0, length), seal)).rejects.toThrow(DamagedFile);
  const other = written([drive.slice(1)]);
  await expect(readBack(other.bytes, seal)).rejects.toThrow(DamagedFile);
});

it('[SEALED4] one field of a device is read with a small part of the bytes of the file', async () => {
  const { bytes, seal } = written([drive, drive.map((report) => ({ ...report, serial: 'LF-2' }))]);
  let read = 0;
  const source = { size: bytes.length, read: (from: number, to: number) => ((read += to - from), sourceOf(bytes).read(from, to)) };
  const open = await openParquet(source, seal);
  const footer = read;
  expect(open.groups.map((group) => group.bounds('serial'))).toEqual([
    { least: 'LF-1', most: 'LF-1' },
    { least: 'LF-2', most: 'LF-2' },
  ]);
  expect(open.groups[0]?.bounds('received_at')).toEqual({ least: drive[0]?.receivedAt, most: drive.at(-1)?.receivedAt });
  const columns = await open.groups[0]?.open(['received_at', 'battery_level']);
  expect(await columns?.cells('battery_level', 0, 3)).toEqual([60, 60.1, 60.2]);
  expect(read - footer).toBeLessThan((bytes.length - footer) / 4);
});

it('[SEALED4] any rows of a long row group are decoded without the others', async () => {
  const long = Array.from({ length: 20_000 }, (_, second) => ({
    serial: 'LF-1',
    receivedAt: 1_770_000_000_000 + second * 1_000,
    deviceTime: 1_770_000_000_000 + second * 1_000,
    sequence: second,
    state: {
      current_state: second % 5_000 < 4_000 ? 'executing_task' : null,
      battery_level: (second % 700) / 8,
      current_node: `N${second >> 2}`,
      error: second,
    },
  }));
  const { bytes, seal } = written([long]);
  const group = (await openParquet(sourceOf(bytes), seal)).groups[0];
  const columns = await group?.open(reportColumns.map(({ name: column }) => column));
  await fc.assert(
    fc.asyncProperty(fc.nat(long.length - 1), fc.nat(6_000), async (from, count) => {
      const rows = long.slice(from, from + count);
      const to = from + rows.length;
      expect(await columns?.cells('received_at', from, to)).toEqual(rows.map(({ receivedAt }) => receivedAt));
      expect(await columns?.cells('battery_level', from, to)).toEqual(rows.map(({ state }) => state.battery_level));
      expect(await columns?.cells('current_node', from, to)).toEqual(rows.map(({ state }) => state.current_node));
      expect(await columns?.cells('current_state', from, to)).toEqual(rows.map(({ state }) => state.current_state));
      expect(await columns?.cells('error', from, to)).toEqual(rows.map(() => null));
      expect(await columns?.cells('other_fields', from, to)).toEqual(rows.map(({ state }) => JSON.stringify({ error: state.error })));
    }),
    { numRuns: 40 },
  );
});

it('[REGION10] a block is decoded for some of its devices as for all, without the others', () => {
  const ofSome = fc.tuple(fc.constantFrom('LF-1', 'LF-2', 'LF-3'), kept).map(([serial, report]) => ({ ...report, serial }));
  fc.assert(
    fc.property(fc.array(ofSome, { maxLength: 40 }), fc.subarray(['LF-1', 'LF-2', 'LF-3']), (reports, wanted) => {
      const block = encodeBlock(reports);
      expect(decodeBlock(block, (serial) => wanted.includes(serial))).toEqual(
        decodeBlock(block).filter(({ serial }) => wanted.includes(serial)),
      );
    }),
    { numRuns: 200 },
  );
});

it('[SEALED12] a device is read without a look at the groups of others', async () => {
  let looks = 0;
  const groups = Array.from({ length: 500 }, (_, n): ParquetGroup => ({
    rows: 1,
    bounds: (column) => {
      looks += 1;
      return column === 'serial' ? { least: `LF-${n}`, most: `LF-${n}` } : { least: 5, most: 5 };
    },
    open: () => Promise.reject(new Error('nothing of the span')),
  }));
  const open = { columns: ['serial', 'received_at'], groups };
  const parquets: StoredParquets = { missing: () => Promise.resolve([]), read: async (_, read) => ({ value: await read(open) }) };
  const file = {
    name: 'f',
    sha256: '',
    firstAt: 0,
    lastAt: 9,
    serials: [],
    rows: 500,
    bytes: 1,
    footerBytes: 1,
    footerCrc: 1,
    isCut: false,
  };
  for (let n = 0; n < 500; n += 1) await readSealed([file], parquets, { from: 6, to: 9, serials: [`LF-${n}`] });
  await readSealed([file], parquets, { from: 6, to: 9, serials: groups.map((_, n) => `LF-${n}`) });
  expect(looks).toBe(500 + 500 + 500);
});
