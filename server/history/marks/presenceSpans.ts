/** When devices reported, from the spans of the stored blocks, and of sealed days from the minutes of their rollups: without reading a report. */

import { sql } from 'kysely';
import { isoTextsIn } from '#domain/text/dates';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { filesOfSpan } from '../parquet/catalogue.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { readReportedMinutes, type ReportedMinutes } from '../rollups/readRollups.ts';
import type { ReportSpan, TimeSpan } from '../reports/reportSpan.ts';

/** The offset of every zone is a multiple of this, in ms: no day begins within it. */
const QUARTER_MS = 15 * MINUTE_MS;

/** A stored piece of the history: its span, and which of the requested devices reported in it. */
export interface StoredSpan extends TimeSpan {
  readonly serials: readonly string[];
}

/** Returns the pieces of consecutive minutes of an hour in which a device reported. */
function piecesOf({ serial, hour, minuteReports }: ReportedMinutes): readonly StoredSpan[] {
  const pieces: { readonly from: number; to: number; readonly serials: readonly [string] }[] = [];
  for (const [minute, count] of minuteReports.entries()) {
    if (count === 0) continue;
    const from = hour + minute * MINUTE_MS;
    const last = pieces.at(-1);
    if (last !== undefined && last.to >= from - 1) last.to = from + MINUTE_MS - 1;
    else pieces.push({ from, to: from + MINUTE_MS - 1, serials: [serial] });
  }
  return pieces;
}

/** Returns the end of the sealed days, ms since epoch: after it all reports are in the database. */
async function sealedUntil({ database }: HistoryStore): Promise<number> {
  const row = await database
    .selectFrom('history_file')
    .select('last_at')
    .where('kind', '=', 'reports')
    .where('state', '=', 'complete')
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? Number.NEGATIVE_INFINITY : row.last_at.getTime() + 1;
}

async function sealedSpans(store: HistoryStore, { from, to, devices }: ReportSpan): Promise<readonly StoredSpan[]> {
  const end = Math.min(to, await sealedUntil(store));
  if (from >= end) return [];
  const hours = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to: end, serials: devices.map(({ serial }) => serial) };
  const minutes = await readReportedMinutes(store.database, store.parquets, hours);
  const pieces = (await mapInTurns(minutes, piecesOf)).flat();
  return pieces.filter((piece) => piece.to >= from && piece.from < to);
}

async function hotSpans({ database }: HistoryStore, { from, to, devices }: ReportSpan): Promise<readonly StoredSpan[]> {
  const serials = devices.map(({ serial }) => serial);
  const rows = await database
    .selectFrom('history_block')
    .select(['first_at', 'last_at', 'serials'])
    .where('last_at', '>=', new Date(from))
    .where('first_at', '<', new Date(to))
    .where(sql<boolean>`serials && ${serials}::text[]`)
    .orderBy('first_at')
    .execute();
  const known = new Set(serials);
  return rows.map((row) => ({
    from: row.first_at.getTime(),
    to: row.last_at.getTime(),
    serials: row.serials.filter((serial) => known.has(serial)),
  }));
}

const byStart = (spans: readonly StoredSpan[]): readonly StoredSpan[] => spans.toSorted((one, other) => one.from - other.from);

/** Returns when the devices of a span reported, by the start of the pieces, whether or not their reports are still held. */
export const reportedSpans = async (store: HistoryStore, span: ReportSpan): Promise<readonly StoredSpan[]> =>
  byStart([...(await sealedSpans(store, span)), ...(await hotSpans(store, span))]);

/** Returns the stored pieces that overlap a span and hold one of its devices, by their start. */
export async function storedSpans(store: HistoryStore, span: ReportSpan): Promise<readonly StoredSpan[]> {
  // Rollups outlive the reports that they count.
  const files = await filesOfSpan(store.database, 'reports', span);
  const isHeld = ({ from, to, serials }: StoredSpan) =>
    files.some((file) => file.firstAt <= to && file.lastAt >= from && serials.some((serial) => file.serials.includes(serial)));
  return byStart([...(await sealedSpans(store, span)).filter(isHeld), ...(await hotSpans(store, span))]);
}

/** Returns the days, in a zone, in which stored pieces begin or end: `2026-03-04`, oldest first. */
export function heldDays(spans: readonly TimeSpan[], zone: string): readonly string[] {
  const isoText = isoTextsIn(zone);
  const days = new Set<string>();
  // Thousands of pieces lie within few quarters of an hour: each of these is formatted once.
  const quarters = new Set(spans.flatMap(({ from, to }) => [Math.floor(from / QUARTER_MS), Math.floor(to / QUARTER_MS)]));
  for (const quarter of quarters) days.add(isoText(quarter * QUARTER_MS).slice(0, 'yyyy-mm-dd'.length));
  return [...days].toSorted();
}

/** Returns when the oldest held report arrived, ms since epoch; null when nothing is held. */
export async function heldFrom({ database }: HistoryStore): Promise<number | null> {
  const block = await database.selectFrom('history_block').select('first_at').orderBy('first_at').limit(1).executeTakeFirst();
  const file = await database
    .selectFrom('history_file')
    .select('first_at')
    .where('kind', '=', 'reports')
    .where('state', '=', 'complete')
    .orderBy('first_at')
    .limit(1)
    .executeTakeFirst();
  const first = Math.min(...[block, file].flatMap((row) => (row === undefined ? [] : [row.first_at.getTime()])));
  return Number.isFinite(first) ? first : null;
}
