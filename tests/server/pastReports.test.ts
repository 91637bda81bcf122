import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { heldFrom, storedSpans } from '#server/history/marks/presenceSpans';
import { readSilences } from '#server/history/marks/silences';
import { storedParquets } from '#server/history/parquet/storedParquet';
import type { HistoryStore } from '#server/history/reports/historyStore';
import { countReports, newestBefore, readReports } from '#server/history/reports/readReports';
import { compareReceived } from '#server/history/reports/reportSpan';
import { sealDays } from '#server/history/sealed/sealDays';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';

let stand: SealingStand;
let store: HistoryStore;
beforeEach(async () => {
  stand = await openSealingStand();
  store = { database: stand.database, parquets: storedParquets(stand.storage) };
});
afterEach(() => stand.close());

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

it('[SEALED10] presence, silences, the number of reports and the begin of the history stay the same when days are sealed', async () => {
  await fill();
  const span = { from: DAY, to: DAY_END + 24 * HOUR, devices: all };
  const before = { held: await heldFrom(store), count: await countReports(store, span) };
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  expect(await heldFrom(store)).toBe(before.held);
  expect(await countReports(store, span)).toBe(reports.filter(({ receivedAt }) => receivedAt < span.to).length);
  expect(await countReports(store, { ...span, devices: all.slice(0, 1) })).toBeLessThan(before.count / 2);
  const silences = (await readSilences(store, span)).filter(({ serial }) => serial === 'LF-2');
  expect(silences.map(({ at, to }) => [Math.round((at - DAY) / HOUR), to === null ? null : Math.round((to - DAY) / HOUR)])).toEqual([
    [6, 27],
  ]);
  const spans = await storedSpans(store, span);
  expect(spans.every(({ from, serials }, index) => serials.length > 0 && from >= (spans[index - 1]?.from ?? 0))).toBe(true);
});
