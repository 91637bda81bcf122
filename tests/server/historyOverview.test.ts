import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Mark } from '#domain/history/episodes';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { densityOf } from '#server/history/marks/density';
import { coarseSpans, groupedMarks } from '#server/history/marks/overview';
import { spansByDevice } from '#server/history/marks/presenceSpans';
import type { ReadableDevice } from '#server/locations/visibility';
import { sealDays } from '#server/history/sealed/sealDays';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand();
});
afterEach(() => stand.close());

const report = (serial: string, receivedAt: number) => ({
  serial,
  receivedAt,
  deviceTime: receivedAt,
  sequence: 1,
  state: { battery_level: 5 },
});
const everyMinute = (serial: string, from: number, to: number) =>
  Array.from({ length: (to - from) / MINUTE_MS }, (_, minute) => report(serial, from + minute * MINUTE_MS));

/** The density of a year before the end of the day after the sealed one, as [step, devices]. */
async function density(devices: readonly ReadableDevice[], stepMs: number, from = DAY_END - 365 * DAY_MS) {
  const store = { database: stand.database, parquets: storedParquets(stand.storage) };
  const span = { from, to: DAY_END + DAY_MS };
  return densityOf(span, await spansByDevice(await coarseSpans(store, { ...span, devices }, stepMs)), stepMs);
}

it('[OVERVIEW1] a year by the day, and days by the hour, count the devices of sealed days and of those in the database alike', async () => {
  await stand.add(everyMinute('LF-0', DAY + HOUR_MS, DAY + 3 * HOUR_MS));
  await stand.add(everyMinute('LF-1', DAY + 2 * HOUR_MS, DAY + 3 * HOUR_MS));
  await stand.add([report('LF-0', DAY_END + HOUR_MS)]);
  const all = ['LF-0', 'LF-1'].map((serial) => ({ serial, times: 'all' as const }));
  const [days, hours] = [
    [
      [DAY, 2],
      [DAY_END, 1],
    ],
    [
      [DAY + HOUR_MS, 1],
      [DAY + 2 * HOUR_MS, 2],
      [DAY_END + HOUR_MS, 1],
    ],
  ];
  expect(await density(all, DAY_MS)).toEqual(days);
  expect(await density(all, HOUR_MS, DAY)).toEqual(hours);
  await sealDays(stand.parts, DAY_END);
  expect((await stand.hot()).length).toBe(1);
  expect(await density(all, DAY_MS)).toEqual(days);
  expect(await density(all, HOUR_MS, DAY)).toEqual(hours);
});

it('[OVERVIEW1] [NIGHT2] a device that moved counts on the days on which it reported for the caller, and on no other', async () => {
  await stand.add(everyMinute('LF-0', DAY + HOUR_MS, DAY + 2 * HOUR_MS));
  // Another device reports all day, so that the file of the day reaches over the times of both owners.
  await stand.add(everyMinute('LF-1', DAY, DAY_END));
  await sealDays(stand.parts, DAY_END);
  const of = (from: number, until: number | null) => density([{ serial: 'LF-0', times: [{ from, until }] }], DAY_MS);
  // The file of the day names the device, which reported for its former owner only.
  expect(await of(DAY + 3 * HOUR_MS, null)).toEqual([]);
  expect(await of(DAY + HOUR_MS + 30 * MINUTE_MS, null)).toEqual([[DAY, 1]]);
  expect(await of(DAY_END, null)).toEqual([]);
  expect(await of(0, null)).toEqual([[DAY, 1]]);
});

const mark = (at: number, changes: Partial<Mark> = {}): Mark => ({
  kind: 'error',
  at,
  to: null,
  serial: 'LF-0',
  locationId: null,
  text: 'In error',
  code: '0x11',
  id: null,
  isNotable: true,
  ...changes,
});

it('[OVERVIEW2] notable marks of a kind in one step are one that says how many there were, of how many devices', () => {
  const span = { from: DAY, to: DAY + 10 * DAY_MS };
  const marks = [
    mark(DAY - DAY_MS),
    mark(DAY + 1),
    mark(DAY + 2, { serial: 'LF-1' }),
    mark(DAY + 3, { kind: 'command', isNotable: false }),
    mark(DAY + 4, { kind: 'incident' }),
    mark(DAY + DAY_MS),
  ];
  expect(groupedMarks(marks, span, DAY_MS).map(({ at, to, kind, text, code, count }) => [at, to, kind, text, code, count])).toEqual([
    // The error that began before the span is in its first step, and nowhere else.
    [DAY, DAY, 'error', 'Error: 3 times, 2 devices', null, 3],
    [DAY + 4, null, 'incident', 'In error', '0x11', 1],
    [DAY + DAY_MS, null, 'error', 'In error', '0x11', 1],
  ]);
  expect(groupedMarks([], span, DAY_MS)).toEqual([]);
});
