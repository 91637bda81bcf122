/** The overview of a long span: the number of devices that reported in each hour or day, and the notable marks of each; no report is read. */

import type { OwnedPeriod } from '#domain/devices/ownershipPeriods';
import type { Mark } from '#domain/history/episodes';
import { countText, wordText } from '#domain/text/labels';
import { numberText } from '#domain/text/numbers';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { filesOfSpan } from '../parquet/catalogue.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { ReportSpan, TimeSpan } from '../reports/reportSpan.ts';
import { readReportedMinutes } from '../rollups/readRollups.ts';
import { coversSpan, hotSpans, ownPieces, storedSpans, type StoredSpan } from './presenceSpans.ts';

const meets = ({ from, until }: OwnedPeriod, span: TimeSpan): boolean => from <= span.to && (until === null || until > span.from);

/**
 * Returns the times in which devices reported in the sealed days of a span, to the day: a file of reports lies within one day and names its devices. For a
 * device that changed its owner on that day the minutes are read, because the file does not name the owner.
 */
async function sealedDays(store: HistoryStore, span: ReportSpan): Promise<readonly StoredSpan[]> {
  const times = new Map(span.devices.map((device) => [device.serial, device.times]));
  const files = await filesOfSpan(store.database, 'reports', { ...span, serials: [...times.keys()] });
  const found: StoredSpan[] = [];
  const moved: { readonly serial: string; readonly file: TimeSpan }[] = [];
  await mapInTurns(files, ({ firstAt, lastAt, serials }) => {
    const file = { from: firstAt, to: lastAt };
    const whole = serials.filter((serial) => {
      const own = times.get(serial);
      if (own === undefined) return false;
      if (own === 'all' || own.some((time) => coversSpan(time, file))) return true;
      if (own.some((time) => meets(time, file))) moved.push({ serial, file });
      return false;
    });
    if (whole.length > 0) found.push({ ...file, serials: whole });
  });
  for (const { serial, file } of moved) {
    const hours = { from: Math.floor(file.from / HOUR_MS) * HOUR_MS, to: file.to + 1, serials: [serial] };
    const minutes = await readReportedMinutes(store.database, store.parquets, hours);
    for (const { hour, minuteReports } of minutes)
      for (const [minute, count] of minuteReports.entries()) {
        const at = hour + minute * MINUTE_MS;
        if (count > 0) found.push({ from: at, to: at + MINUTE_MS - 1, serials: [serial] });
      }
  }
  return found;
}

/**
 * Returns the times in which the devices of a span reported, limited to the readable times, sorted by start: to the minute for steps of an hour, to the day for
 * steps of a day.
 */
export async function coarseSpans(store: HistoryStore, span: ReportSpan, stepMs: number): Promise<readonly StoredSpan[]> {
  if (stepMs < DAY_MS) return storedSpans(store, span);
  const [sealed, hot] = await Promise.all([sealedDays(store, span), hotSpans(store, span)]);
  return (await ownPieces([...sealed, ...hot], span.devices)).toSorted((one, other) => one.from - other.from);
}

/** A mark that may represent several marks of one kind in one step. */
export interface GroupedMark extends Mark {
  readonly count: number;
}

/**
 * Returns the notable marks of a span, merging marks of one kind in one step. `marks` are sorted by start; a mark that began before the span belongs to its
 * first step.
 */
export function groupedMarks(marks: readonly Mark[], { from }: TimeSpan, stepMs: number): readonly GroupedMark[] {
  const groups = groupBy(
    marks.filter(({ isNotable }) => isNotable),
    ({ kind, at }) => `${String(Math.floor(Math.max(at, from) / stepMs))} ${kind}`,
  );
  return [...groups.values()].flatMap((group): readonly GroupedMark[] => {
    const [first] = group;
    if (first === undefined) return [];
    const count = group.length;
    if (count === 1) return [{ ...first, count }];
    const devices = new Set(group.map(({ serial }) => serial)).size;
    const text = `${wordText(first.kind)}: ${numberText(count)} times, ${countText(devices, 'device')}`;
    return [{ ...first, at: Math.max(first.at, from), to: Math.max(first.at, from), text, code: null, id: null, count }];
  });
}
