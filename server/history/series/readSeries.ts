/** Battery and speed of one device over a span, in steps: from its reports if there are few, otherwise from the counted hours. */

import { HOUR_MS } from '#domain/text/timeUnits';
import { covers, type ReadableDevice } from '../../locations/visibility.ts';
import type { Scope } from '../../platform/principal.ts';
import type { UnreadableFile } from '../parquet/storedParquet.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { readFields } from '../reports/readFields.ts';
import { costOf, countReports } from '../reports/readReports.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { readRollups } from '../rollups/readRollups.ts';
import { stepLength, stepSums, type StepSums } from './stepSums.ts';

/** Maximum span that is read from reports, in ms: older reports may be removed while their hours are kept. */
const REPORT_SPAN_MS = 48 * HOUR_MS;
/** Maximum number of reports that are read for a response; blocks in the database hold the reports of all devices. */
const MAX_REPORTS = 500_000;
/** Approximate number of reports in memory at once. */
const REPORTS_AT_ONCE = 50_000;

/** The fields whose values are aggregated. */
const FIELDS = ['battery_level', 'current_velocity'];

/** The query: a device with its readable times, a scope, and the maximum number of steps. */
export interface SeriesQuestion extends TimeSpan {
  readonly device: ReadableDevice;
  readonly scope: Scope;
  readonly points: number;
  /** The current time, ms since epoch; no report is later. */
  readonly now: number;
}

/** The steps of battery and speed, and the files that could not be read for them. */
export interface Series {
  readonly stepMs: number;
  readonly battery: StepSums;
  readonly speed: StepSums;
  readonly unreadable: readonly UnreadableFile[];
}

const seriesOf = (span: TimeSpan, stepMs: number) => ({ stepMs, battery: stepSums(span, stepMs), speed: stepSums(span, stepMs) });

type Sums = ReturnType<typeof seriesOf>;

/** Adds the reports of a span to sums, part by part, and records their hours. Returns null if there are too many reports. */
async function addReports(
  store: HistoryStore,
  { from, to, device }: TimeSpan & Pick<SeriesQuestion, 'device'>,
  { battery, speed }: Sums,
  hours = new Set<number>(),
): Promise<readonly UnreadableFile[] | null> {
  if (from >= to) return [];
  const devices = [device];
  const count = costOf(await countReports(store, { from, to, devices }));
  if (count > MAX_REPORTS) return null;
  const parts = Math.max(1, Math.ceil(count / REPORTS_AT_ONCE));
  const found: UnreadableFile[] = [];
  for (let part = 0; part < parts; part += 1) {
    const startOf = (index: number) => Math.round(from + ((to - from) * index) / parts);
    const span = { from: startOf(part), to: startOf(part + 1), devices };
    const unreadable = await readFields(store, span, FIELDS, (_serial, at, [level, velocity]) => {
      battery.add(at, level);
      speed.add(at, velocity);
      hours.add(Math.floor(at / HOUR_MS) * HOUR_MS);
    });
    found.push(...unreadable);
  }
  return found;
}

/**
 * Returns whether an hour of a device for an organisation belongs to the caller: by its organisation at the time, and by the currently known readable times.
 */
const isReadableHour = ({ device: { times }, scope }: SeriesQuestion, hour: number, organisation: string | null): boolean =>
  covers(scope, organisation) &&
  (times === 'all' || times.some((time) => time.from < hour + HOUR_MS && (time.until === null || time.until > hour)));

/** Returns the counted hours of a span that belong to the caller. */
async function ownHours(store: HistoryStore, question: SeriesQuestion) {
  const { from, to, device } = question;
  const span = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to, serials: [device.serial] };
  const { rollups, unreadable } = await readRollups(store.database, store.parquets, span);
  return { hours: rollups.filter(({ hour, organisation }) => isReadableHour(question, hour, organisation)), rollups, unreadable };
}

/** Returns the series from counted hours, and from the reports after the last counted hour. */
async function seriesOfHours(store: HistoryStore, question: SeriesQuestion): Promise<Series> {
  const { from, to, device, points, now } = question;
  const sums = seriesOf(question, stepLength(question, points, HOUR_MS));
  const { hours, rollups, unreadable } = await ownHours(store, question);
  for (const { hour, battery, speed } of hours) {
    sums.battery.addMeasured(hour, battery);
    sums.speed.addMeasured(hour, speed);
  }
  const counted = rollups.reduce((last, { hour }) => Math.max(last, hour + HOUR_MS), from);
  const newest = await addReports(store, { from: counted, to: Math.min(to, now), device }, sums);
  return { ...sums, unreadable: [...unreadable, ...(newest ?? [])] };
}

/** Returns whether a span contains a whole counted hour without a held report, because retention may keep only parts of a day. */
async function isCut(store: HistoryStore, question: SeriesQuestion, reported: ReadonlySet<number>): Promise<boolean> {
  const { from, to } = question;
  const first = Math.ceil(from / HOUR_MS);
  const whole = Array.from({ length: Math.max(0, Math.floor(to / HOUR_MS) - first) }, (_, index) => (first + index) * HOUR_MS);
  if (whole.every((hour) => reported.has(hour))) return false;
  const missing = new Set(whole.filter((hour) => !reported.has(hour)));
  const { hours } = await ownHours(store, question);
  return hours.some(({ hour, battery, speed }) => missing.has(hour) && (battery !== null || speed !== null));
}

/** Returns battery and speed of a device in at most `points` + 1 steps: for a few hours from its reports, otherwise from counted hours. */
export async function readSeries(store: HistoryStore, question: SeriesQuestion): Promise<Series> {
  const { from, to, device, points, now } = question;
  if (to - from > REPORT_SPAN_MS) return seriesOfHours(store, question);
  const sums = seriesOf(question, stepLength(question, points, 1_000));
  const reported = new Set<number>();
  const unreadable = await addReports(store, { from, to: Math.min(to, now), device }, sums, reported);
  const isFound = unreadable !== null && (sums.battery.has() || sums.speed.has());
  if (isFound && !(await isCut(store, question, reported))) return { ...sums, unreadable };
  const hours = await seriesOfHours(store, question);
  return { ...hours, unreadable: [...(unreadable ?? []), ...hours.unreadable] };
}
