import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { createBlockCache } from '#server/history/blockCache';
import { historyBlock } from '#server/history/events/historyBlock';
import { heldFrom, ownHeldFrom } from '#server/history/marks/heldFrom';
import { heldDays, storedSpans } from '#server/history/marks/presenceSpans';
import { readSilences } from '#server/history/marks/silences';
import { filesOfSpan } from '#server/history/parquet/catalogue';
import { storedParquets, unreadableText } from '#server/history/parquet/storedParquet';
import { readFields } from '#server/history/reports/readFields';
import type { HistoryStore } from '#server/history/reports/historyStore';
import { costOf, countReports, newestBefore, readReports, storedVersion } from '#server/history/reports/readReports';
import { compareReceived } from '#server/history/reports/reportSpan';
import { rollUpHours } from '#server/history/sealed/rollUpHours';
import { sealDays } from '#server/history/sealed/sealDays';
import { nodeCodec } from '#session/nodeCodec';
import { canonicalState } from '#state/canonicalState';
import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { unframeBlock } from '#streams/recording/blockFrame';
import { readBlock } from '#streams/recording/eventBlock';
import { readPush } from '#streams/socket/frame';
import { DAY, DAY_END, everybody, openSealingStand, type SealingStand } from '../support/history/sealing.ts';

let stand: SealingStand;
let store: HistoryStore;
beforeEach(async () => {
  stand = await openSealingStand();
  store = { database: stand.database, parquets: storedParquets(stand.storage) };
});
afterEach(() => stand.close());

const initialState = reduceLog(undefined, []);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SERIALS = ['LF-0', 'LF-1', 'LF-2'];
const all = SERIALS.map((serial) => ({ serial, times: 'all' as const }));
/** Three days of three devices; the last one is silent from the sixth hour of the first day to the third hour of the second. */
const reports: readonly KeptReport[] = Array.from({ length: 3 * 24 * 20 * 3 }, (_, index) => ({
  serial: SERIALS[index % 3] ?? '',
  receivedAt: DAY + Math.floor(index / 3) * 3 * MINUTE + (index % 3),
  deviceTime: DAY + Math.floor(index / 3) * 3 * MINUTE,
  sequence: Math.floor(index / 3),
  state: { current_state: 'executing_task', battery_level: (index % 500) / 5, further: index % 7 === 0 ? [index] : null },
})).filter(({ serial, receivedAt }) => serial !== 'LF-2' || receivedAt < DAY + 6 * HOUR || receivedAt >= DAY + 27 * HOUR);

async function fill(): Promise<void> {
  for (let at = 0; at < reports.length; at += 500) await stand.add(reports.slice(at, at + 500));
}

it('[SEALED10] spans over sealed days and the database are read like those of the database alone, and so are the newest reports before an instant', async () => {
  await fill();
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  expect((await stand.hot()).length).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(fc.nat(72 * 60), fc.nat(30 * 60), fc.subarray(all, { minLength: 1 }), async (start, length, devices) => {
      const span = { from: DAY + start * MINUTE, to: DAY + (start + length) * MINUTE, devices };
      const own = reports.filter(({ serial }) => devices.some((device) => device.serial === serial));
      const inSpan = own.filter(({ receivedAt }) => receivedAt >= span.from && receivedAt < span.to).toSorted(compareReceived);
      expect(await readReports(store, span)).toEqual({ reports: inSpan, unreadable: [] });
      const { newest } = await newestBefore(store, { at: span.from, since: span.from - 12 * HOUR, devices });
      const before = own.filter(({ receivedAt }) => receivedAt < span.from && receivedAt >= span.from - 12 * HOUR);
      expect(newest).toEqual(new Map(before.map((report) => [report.serial, report])));
    }),
    { numRuns: 40 },
  );
});

it('[SEALED10] the times that a caller may not read are left out of sealed days', async () => {
  await fill();
  await sealDays(stand.parts, DAY_END);
  const devices = [{ serial: 'LF-0', times: [{ from: DAY + HOUR, until: DAY + 2 * HOUR }] }];
  const { reports: read } = await readReports(store, { from: DAY, to: DAY_END, devices });
  expect([read[0]?.receivedAt, read.length]).toEqual([DAY + HOUR, 20]);
  const { newest } = await newestBefore(store, { at: DAY + 20 * HOUR, since: DAY, devices });
  expect(newest.get('LF-0')?.receivedAt).toBe(DAY + 2 * HOUR - 3 * MINUTE);
});

it('[SEALED10] nothing of the next owner of a device, nor of the one before, is read in the search for its newest report', async () => {
  await fill();
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  const files = await stand.database
    .selectFrom('history_file')
    .select(['name', 'first_at'])
    .where('kind', '=', 'reports')
    .orderBy('first_at')
    .execute();
  const newestFor = (from: number, until: number | null) =>
    newestBefore(
      { database: stand.database, parquets: storedParquets(stand.storage) },
      { at: DAY + 70 * HOUR, since: DAY, devices: [{ serial: 'LF-0', times: [{ from, until }] }] },
    );
  const [first, second] = [await newestFor(DAY, DAY + 2 * HOUR), await newestFor(DAY + 49 * HOUR, null)];
  expect(first.newest.get('LF-0')?.receivedAt).toBe(DAY + 2 * HOUR - 3 * MINUTE);
  // Of the day after, and of the days before, nothing can be read.
  for (const { name, first_at } of files) if (first_at.getTime() >= DAY_END) await stand.storage.remove(name);
  await stand.database
    .updateTable('history_block')
    .set({ reports: Buffer.from('none') })
    .execute();
  expect(await newestFor(DAY, DAY + 2 * HOUR)).toEqual({ ...first, unreadable: [] });
  for (const { name } of files) await stand.storage.remove(name);
  expect((await newestFor(DAY + 71 * HOUR, null)).newest.size).toBe(0);
  expect(second.newest.get('LF-0')?.receivedAt).toBe(DAY + 70 * HOUR - 3 * MINUTE);
});

it('[OWN10] the history begins for a caller with what is held, but not before the own time of a device', async () => {
  const periods = (serial: string, ...times: readonly (readonly [number, number | null])[]) => ({
    serial,
    times: times.map(([from, until]) => ({ from: DAY + from * HOUR, until: until === null ? null : DAY + until * HOUR })),
  });
  const heldHour = async (...devices: Parameters<typeof ownHeldFrom>[1]) => {
    const held = await ownHeldFrom(store, devices);
    return held === null ? null : Math.floor((held - DAY) / HOUR);
  };
  expect([await heldHour(...all), await heldHour(periods('LF-0', [0, null]))]).toEqual([null, null]);
  await fill();
  const begins = () =>
    Promise.all([
      ownHeldFrom(store, all),
      heldHour(),
      heldHour(periods('LF-0', [30, null])),
      heldHour(periods('LF-0', [-20, null])),
      heldHour(periods('LF-0', [30, null]), periods('LF-1', [20, 21])),
      heldHour(periods('LF-0', [-20, -10], [50, null])),
      heldHour(periods('LF-0', [-20, -10], [50, null]), periods('LF-1', [60, null])),
      heldHour(periods('LF-0', [-20, 0])),
    ]);
  const expected = [DAY, null, 30, 0, 20, 50, 50, null];
  expect(await begins()).toEqual(expected);
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  expect(await begins()).toEqual(expected);
});

it('[OWN10] the begin of the history costs the same whatever the blocks hold of the devices', async () => {
  const noBlock = { first_at: new Date(DAY), last_at: new Date(DAY + MINUTE), report_count: 0, reports: Buffer.alloc(0) };
  await stand.database
    .insertInto('history_block')
    .values({ ...noBlock, serials: ['LF-1'] })
    .execute();
  const queries: string[] = [];
  const database = stand.database.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(JSON.stringify(node));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const devices = [{ serial: 'LF-0', times: [{ from: DAY + HOUR, until: null }] }];
  expect(await ownHeldFrom({ ...store, database }, devices)).toBe(DAY + HOUR);
  expect(queries.length).toBe(2);
  expect(queries.some((query) => query.includes('serials'))).toBe(false);
});

it('[SEALED10] presence, silences, the number of reports and the begin of the history stay the same when days are sealed', async () => {
  await fill();
  const span = { from: DAY, to: DAY_END + 24 * HOUR, devices: all };
  const before = { held: await heldFrom(store), count: costOf(await countReports(store, span)) };
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  expect(await heldFrom(store)).toBe(before.held);
  expect(costOf(await countReports(store, span))).toBe(reports.filter(({ receivedAt }) => receivedAt < span.to).length);
  expect(costOf(await countReports(store, { ...span, devices: all.slice(0, 1) }))).toBeLessThan(before.count / 2);
  const silences = (await readSilences(store, { ...span, now: span.to }, 100)).filter(({ serial }) => serial === 'LF-2');
  expect(silences.map(({ at, to }) => [Math.round((at - DAY) / HOUR), to === null ? null : Math.round((to - DAY) / HOUR)])).toEqual([
    [6, 27],
  ]);
  const spans = await storedSpans(store, span);
  expect(spans.every(({ from, serials }, index) => serials.length > 0 && from >= (spans[index - 1]?.from ?? 0))).toBe(true);
});

it('[SEALED10] each day of sealed reports begins pieces of its own, and pieces are named only while the reports are held', async () => {
  await fill();
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  const span = { from: DAY, to: DAY_END + 24 * HOUR, devices: all };
  expect(heldDays(await storedSpans(store, span), span, 'UTC')).toEqual(['2026-03-04', '2026-03-05']);
  await stand.database.updateTable('history_file').set({ state: 'removing' }).where('last_at', '<', new Date(DAY_END)).execute();
  expect(heldDays(await storedSpans(store, span), span, 'UTC')).toEqual(['2026-03-05']);
  const silences = await readSilences(store, { ...span, now: span.to }, 100);
  expect(silences.map(({ serial }) => serial)).toEqual(['LF-2']);
});

it.each([false, true])(
  '[NIGHT2] presence, silences and the days of a calendar end with the times of the caller, sealed: %s',
  async (isSealed) => {
    await fill();
    if (isSealed) await sealDays(stand.parts, DAY_END + 24 * HOUR);
    const now = DAY_END + 24 * HOUR;
    const readBy = (serial: string, from: number, until: number | null) => ({
      from: DAY,
      to: now,
      now,
      devices: [{ serial, times: [{ from, until }] }],
    });
    const two = {
      ...readBy('LF-0', DAY + HOUR, DAY + 2 * HOUR),
      devices: [...readBy('LF-0', DAY + HOUR, DAY + 2 * HOUR).devices, ...all.slice(1, 2)],
    };
    const spans = await storedSpans(store, two);
    const own = spans.filter(({ serials }) => serials.includes('LF-0'));
    expect([
      Math.min(...own.map(({ from }) => from)) >= DAY + HOUR,
      Math.max(...own.map(({ to }) => to)) < DAY + 2 * HOUR,
      own.length > 0,
    ]).toEqual([true, true, true]);
    expect(spans.some(({ serials, to }) => serials.includes('LF-1') && to > DAY + 40 * HOUR)).toBe(true);
    expect(heldDays(await storedSpans(store, readBy('LF-0', DAY + HOUR, DAY + 2 * HOUR)), { from: DAY, to: now }, 'UTC')).toEqual([
      '2026-03-04',
    ]);
    const tenHours = { from: DAY + 9 * HOUR, to: DAY + 10 * HOUR };
    expect(heldDays(await storedSpans(store, { ...tenHours, devices: all }), tenHours, 'UTC')).toEqual(['2026-03-04']);
    const endOf = async (until: number | null) =>
      (await readSilences(store, readBy('LF-2', DAY, until), 100)).map(({ to }) => (to === null ? null : (to - DAY) / HOUR));
    // The device's next report, at 03:00 on the next day, belongs to the next owner.
    expect(await endOf(DAY + 10 * HOUR)).toEqual([10]);
    expect(await endOf(DAY + 6 * HOUR)).toEqual([]);
  },
);

it('[OVERVIEW4] a silence that begins in the last minutes of a span is found there, and a device that reports again in time has none', async () => {
  await fill();
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  const [last] = reports.filter(({ serial, receivedAt }) => serial === 'LF-2' && receivedAt < DAY + 7 * HOUR).slice(-1);
  const to = (last?.receivedAt ?? 0) + MINUTE;
  const silences = async (now: number) =>
    (await readSilences(store, { from: DAY, to, now, devices: all }, 100)).map(({ serial, to: end }) => [
      serial,
      end === null ? null : Math.round((end - DAY) / HOUR),
    ]);
  expect(await silences(DAY_END + 24 * HOUR)).toEqual([['LF-2', 27]]);
  expect(await silences(to)).toEqual([]);
  const after = await readSilences(store, { from: to, to: DAY_END, now: DAY_END, devices: all }, 100);
  expect(after).toEqual([]);
});

it('[SEALED10] a silence that blocks were joined over is known once its hour is counted, also in a day that is not sealed', async () => {
  const of = (minute: number): KeptReport => {
    const receivedAt = DAY + minute * MINUTE;
    return { serial: 'LF-0', receivedAt, deviceTime: receivedAt, sequence: minute, state: { current_state: 'idle' } };
  };
  // One block, as joined ones of a single robot are.
  await stand.add([0, 1, 2, 3, 20, 21, 22, 70].map(of));
  const span = { from: DAY, to: DAY + 2 * HOUR, devices: all.slice(0, 1) };
  expect((await readSilences(store, { ...span, now: span.to }, 100)).map(({ to }) => to)).not.toContain(DAY + 20 * MINUTE);
  await rollUpHours({ ...stand.parts, now: () => DAY + 3 * HOUR }, DAY);
  const silences = await readSilences(store, { ...span, now: span.to }, 100);
  expect(silences.map(({ at, to }) => [Math.floor((at - DAY) / MINUTE), to === null ? null : (to - DAY) / MINUTE])).toEqual([
    [70, null],
    [22, 70],
    [3, 20],
  ]);
});

/** The devices of a state as text, which is equal for equal states. */
const devicesIn = (state: RootState) =>
  JSON.stringify(canonicalState({ ...initialState, fleet: { ...initialState.fleet, rows: state.fleet.rows } }));

it('[NIGHT12] a moment has the same hash from the database, from Parquet, and for the devices from the recording of a console', async () => {
  await fill();
  const span = { from: DAY + 5 * HOUR, to: DAY + 6 * HOUR };
  const make = async () => (await historyBlock(store, { ...everybody, devices: all }, span)).bytes;
  const hot = await make();
  await sealDays(stand.parts, DAY_END);
  const sealed = await make();
  expect(sha256(sealed)).toBe(sha256(hot));
  // Some seconds after the last reports of the span.
  const at = span.to - 3 * MINUTE + 5_000;
  const block = readBlock(await unframeBlock(new Uint8Array(sealed), nodeCodec), nodeCodec);
  const events = Array.from({ length: block.count }, (_, index) => block.eventAt(index)).filter((event) => event.at <= at);
  // The pushes that an open console received on its socket.
  const received = reports.filter(({ receivedAt }) => receivedAt <= at);
  const own = received.map(({ serial, receivedAt, state }, seq): FleetEvent => ({
    ...readPush({ type: 'state', serial, timestamp: new Date(receivedAt).toISOString(), state }),
    seq,
    at: receivedAt,
    source: 'ws',
  }));
  expect(devicesIn(reduceLog(undefined, events))).toBe(devicesIn(reduceLog(undefined, own)));
});

it('[SEALED9] a block of the database that cannot be read is named, and the other reports are read', async () => {
  await fill();
  const row = { first_at: new Date(DAY + HOUR), last_at: new Date(DAY + 70 * HOUR), report_count: 1, serials: SERIALS };
  const block = { ...row, reports: Buffer.from('damaged') };
  const { id } = await stand.database.insertInto('history_block').values(block).returning('id').executeTakeFirstOrThrow();
  const named = [`history_block ${id} is damaged`];
  const span = { from: DAY, to: DAY + 72 * HOUR, devices: all };
  const read = await readReports(store, span);
  expect([read.reports.length, read.unreadable.map(unreadableText)]).toEqual([reports.length, named]);
  const { newest, unreadable } = await newestBefore(store, { at: span.to, since: DAY, devices: all });
  expect([newest.size, unreadable.map(unreadableText)]).toEqual([3, named]);
  let values = 0;
  const lacking = await readFields(store, span, ['battery_level'], () => void (values += 1));
  expect([values, lacking.map(unreadableText)]).toEqual([reports.length, named]);
});

it('[SEALED3] files of a span that are missing or of another length are found without reading them', async () => {
  await fill();
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  const files = await filesOfSpan(stand.database, 'reports', { from: DAY, to: DAY_END + 24 * HOUR });
  expect(await store.parquets.missing(files)).toEqual([]);
  const [first, second] = files.map(({ name }) => name);
  await stand.storage.remove(first ?? '');
  await stand.storage.save(second ?? '', Readable.from([Buffer.from('another')]));
  expect((await store.parquets.missing(files)).map(unreadableText)).toEqual([
    `${String(first)} is missing`,
    `${String(second)} is damaged`,
  ]);
});

it('[LATE1] what is stored of a span has another version once a report came late, also when its day is sealed again', async () => {
  await fill();
  await sealDays(stand.parts, DAY_END);
  const span = { from: DAY + HOUR, to: DAY + 2 * HOUR };
  const elsewhere = { from: DAY + 3 * HOUR, to: DAY + 4 * HOUR };
  const versions = async () => [await storedVersion(store, span), await storedVersion(store, elsewhere)];
  const before = await versions();
  expect(await versions()).toEqual(before);
  const late = {
    serial: 'LF-0',
    receivedAt: DAY + 1.5 * HOUR,
    arrivedAt: DAY + 9 * HOUR,
    deviceTime: DAY + 1.5 * HOUR,
    sequence: 7,
    state: {},
  };
  await stand.add([late]);
  const after = await versions();
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  await sealDays(stand.parts, DAY_END);
  expect((await versions())[0]).not.toBe(before[0]);
  const { reports: read } = await readReports(store, { ...span, devices: all });
  expect(read).toContainEqual(late);
});

it('[SEALED3] a block for which a file is missing is made, says so, and is made anew the next time', async () => {
  await fill();
  await sealDays(stand.parts, DAY_END);
  const [file] = await filesOfSpan(stand.database, 'reports', { from: DAY, to: DAY_END });
  const span = { from: DAY + HOUR, to: DAY + 2 * HOUR };
  const make = () => historyBlock(store, { ...everybody, devices: all }, span);
  const whole = await make();
  expect(whole.isWhole).toBe(true);
  await stand.storage.remove(file?.name ?? '');
  const cached = createBlockCache(() => DAY);
  let made = 0;
  const isWhole: boolean[] = [];
  const again = () =>
    cached('key', true, async () => {
      made += 1;
      const block = await make();
      isWhole.push(block.isWhole);
      return block;
    });
  await again();
  await again();
  expect([made, isWhole]).toEqual([2, [false, false]]);
});

it('[NIGHT19] a block is kept for a minute, so that what a device sends hours later is in it soon, also after the clock was set back', async () => {
  let at = DAY;
  const cached = createBlockCache(() => at);
  let made = 0;
  const again = () =>
    cached('key', true, () => {
      made += 1;
      return Promise.resolve({ bytes: Buffer.from(String(made)), isWhole: true });
    });
  const madeAt = async (instant: number) => {
    at = instant;
    await again();
    return made;
  };
  expect([await madeAt(DAY), await madeAt(DAY + 59_999), await madeAt(DAY + 60_000), await madeAt(DAY + 60_001)]).toEqual([1, 1, 2, 2]);
  expect(await madeAt(DAY - HOUR)).toBe(3);
});
