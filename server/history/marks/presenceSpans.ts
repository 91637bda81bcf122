/** The times in which devices reported, from the spans of the stored blocks and, for sealed days, from the minutes of their rollups; no report is read. */

import { sql } from 'kysely';
import type { OwnedPeriod, Service } from '#domain/devices/ownershipPeriods';
import { isoTextsIn } from '#domain/text/dates';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { ReadableDevice } from '../../locations/visibility.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { type CataloguedFile, filesOfSpan } from '../parquet/catalogue.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { pinnedSpans } from '../retention/pinnedSpans.ts';
import { countedUntil, deviceParts, readReportedMinutes, type ReportedMinutes } from '../rollups/readRollups.ts';
import type { ReportSpan, TimeSpan } from '../reports/reportSpan.ts';
import { readServices } from '../sealed/hotBlocks.ts';

/** A quarter of an hour, in ms: the offset of every time zone is a multiple of it, so no day begins within a quarter. */
const QUARTER_MS = 15 * MINUTE_MS;

/** A stored piece of the history: its span, and the requested devices that reported in it. */
export interface StoredSpan extends TimeSpan {
  readonly serials: readonly string[];
}

/** Minimum duration of a silence, in ms: joined blocks do not show shorter gaps. */
export const SILENCE_MS = 5 * MINUTE_MS;

/** Adds a span to the previous ones; extends the last one if the gap before the span is shorter than a silence. */
function addSpan(spans: { readonly from: number; to: number }[], { from, to }: TimeSpan): void {
  const last = spans.at(-1);
  if (last !== undefined && from - last.to < SILENCE_MS) last.to = Math.max(last.to, to);
  else spans.push({ from, to });
}

/** Returns the spans in which each device reported, ignoring gaps that are shorter than a silence; `spans` are sorted by start. */
export async function spansByDevice(spans: readonly StoredSpan[]): Promise<ReadonlyMap<string, readonly TimeSpan[]>> {
  const byDevice = new Map<string, TimeSpan[]>();
  await mapInTurns(spans, (span) => {
    for (const serial of span.serials) {
      const known = byDevice.get(serial) ?? [];
      byDevice.set(serial, known);
      addSpan(known, span);
    }
  });
  return byDevice;
}

/** Returns the spans in which a device reported, from its hours sorted by time; no span crosses the end of a day, because days are removed one by one. */
function piecesOf(serial: string, hours: readonly ReportedMinutes[]): readonly StoredSpan[] {
  const days = new Map<number, TimeSpan[]>();
  for (const { hour, minuteReports } of hours) {
    const day = Math.floor(hour / DAY_MS);
    const pieces = days.get(day) ?? [];
    days.set(day, pieces);
    for (const [minute, count] of minuteReports.entries())
      if (count > 0) addSpan(pieces, { from: hour + minute * MINUTE_MS, to: hour + (minute + 1) * MINUTE_MS - 1 });
  }
  return [...days.values()].flat().map((piece) => ({ ...piece, serials: [serial] }));
}

/** Returns the end of the sealed days, ms since epoch: later reports are in the database. */
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

/** Returns the times in which the devices of a span reported before an instant, to the minute, from the counted hours. */
async function countedSpans(store: HistoryStore, { from, to, devices }: ReportSpan, before: number): Promise<readonly StoredSpan[]> {
  const end = Math.min(to, before);
  if (from >= end) return [];
  const hours = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to: end, serials: devices.map(({ serial }) => serial) };
  const found: StoredSpan[] = [];
  for (const part of deviceParts(hours)) {
    const minutes = await readReportedMinutes(store.database, store.parquets, part);
    const bySerial = groupBy(minutes, ({ serial }) => serial);
    const pieces = await mapInTurns([...bySerial], ([serial, own]) =>
      piecesOf(
        serial,
        own.toSorted((one, other) => one.hour - other.hour),
      ),
    );
    for (const piece of pieces.flat()) if (piece.to >= from && piece.from < to) found.push(piece);
  }
  return found;
}

/** Returns the times in which the devices of a span reported in its sealed days. */
export const sealedSpans = async (store: HistoryStore, span: ReportSpan): Promise<readonly StoredSpan[]> =>
  countedSpans(store, span, await sealedUntil(store));

/** Returns the pieces of the blocks in the database that overlap a span and hold one of its devices, sorted by start. */
export async function hotSpans({ database }: HistoryStore, { from, to, devices }: ReportSpan): Promise<readonly StoredSpan[]> {
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
  return mapInTurns(rows, (row) => ({
    from: row.first_at.getTime(),
    to: row.last_at.getTime(),
    serials: row.serials.filter((serial) => known.has(serial)),
  }));
}

const byStart = (spans: readonly StoredSpan[]): readonly StoredSpan[] => spans.toSorted((one, other) => one.from - other.from);

/**
 * Returns the times in which the devices of a span reported, sorted by start, even if their reports are no longer held: to the minute from the counted hours,
 * and for later times from the stored blocks. A block that was joined over a silence does not show the silence.
 */
export async function reportedSpans(store: HistoryStore, span: ReportSpan): Promise<readonly StoredSpan[]> {
  const { from, to, devices } = span;
  const hours = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to, serials: devices.map(({ serial }) => serial) };
  const counted = await countedUntil(store.database, hours);
  const newest = counted >= to ? [] : await hotSpans(store, { ...span, from: Math.max(from, counted) });
  const afterCounted = newest.map((piece) => ({ ...piece, from: Math.max(piece.from, counted) }));
  return byStart([...(await countedSpans(store, span, counted)), ...afterCounted]);
}

/** Returns whether a piece, which includes its end, lies within a period. */
export const coversSpan = ({ from, until }: OwnedPeriod, span: TimeSpan): boolean =>
  from <= span.from && (until === null || until > span.to);

/** Clips a piece to the readable times of each device; devices for which the whole piece is readable share it. */
function ownParts(piece: StoredSpan, timesOf: ReadonlyMap<string, readonly OwnedPeriod[]>): readonly StoredSpan[] {
  const whole: string[] = [];
  const parts: StoredSpan[] = [];
  for (const serial of piece.serials) {
    const times = timesOf.get(serial);
    if (times === undefined || times.some((time) => coversSpan(time, piece))) whole.push(serial);
    else
      for (const { from, until } of times) {
        const part = { from: Math.max(piece.from, from), to: Math.min(piece.to, (until ?? Infinity) - 1) };
        if (part.from <= part.to) parts.push({ ...part, serials: [serial] });
      }
  }
  return whole.length === 0 ? parts : [{ ...piece, serials: whole }, ...parts];
}

/** Clips pieces to the readable times of each device. Source: OWN1. */
export async function ownPieces(pieces: readonly StoredSpan[], devices: readonly ReadableDevice[]): Promise<readonly StoredSpan[]> {
  const timesOf = new Map(devices.flatMap(({ serial, times }) => (times === 'all' ? [] : [[serial, times] as const])));
  if (timesOf.size === 0) return pieces;
  return (await mapInTurns(pieces, (piece) => ownParts(piece, timesOf))).flat();
}

/** The spans of a file in which reports are held, by device: for a cut file, its kept spans; otherwise one span for all devices. */
interface HeldFile {
  readonly serials: ReadonlySet<string>;
  readonly spansOf: (serial: string) => readonly TimeSpan[];
}

async function heldFile(
  { database }: HistoryStore,
  file: CataloguedFile,
  services: ReadonlyMap<string, readonly Service[]>,
): Promise<HeldFile> {
  const serials = new Set(file.serials);
  if (!file.isCut) {
    const whole = [{ from: file.firstAt, to: file.lastAt }];
    return { serials, spansOf: () => whole };
  }
  const kept = groupBy(await pinnedSpans(database, services, file), ({ serial }) => serial);
  const spans = new Map(
    [...kept].map(([serial, own]) => [
      serial,
      own.map(({ from, to }) => ({ from: Math.max(from, file.firstAt), to: Math.min(to - 1, file.lastAt) })),
    ]),
  );
  return { serials, spansOf: (serial) => spans.get(serial) ?? [] };
}

/** Returns the parts of a device's piece whose reports are held in files. */
function heldParts(piece: StoredSpan, files: readonly HeldFile[]): readonly StoredSpan[] {
  const [serial = ''] = piece.serials;
  const parts = files
    .flatMap((file) => (file.serials.has(serial) ? file.spansOf(serial) : []))
    .flatMap(({ from, to }): readonly TimeSpan[] => {
      const part = { from: Math.max(piece.from, from), to: Math.min(piece.to, to) };
      return part.from > part.to ? [] : [part];
    });
  const joined: { readonly from: number; to: number }[] = [];
  for (const part of parts.toSorted((one, other) => one.from - other.from)) addSpan(joined, part);
  return joined.map((part) => ({ ...part, serials: piece.serials }));
}

/** Returns the stored pieces that overlap a span and hold one of its devices in a readable time, sorted by start. */
export async function storedSpans(store: HistoryStore, span: ReportSpan): Promise<readonly StoredSpan[]> {
  // Rollups outlive the reports that they count, so their pieces are limited to the spans of the held files.
  const files = await filesOfSpan(store.database, 'reports', span);
  const services = files.some(({ isCut }) => isCut) ? await readServices(store.database) : new Map();
  const held: HeldFile[] = [];
  for (const file of files) held.push(await heldFile(store, file, services));
  const sealed = (await mapInTurns(await sealedSpans(store, span), (piece) => heldParts(piece, held))).flat();
  return byStart(await ownPieces([...sealed, ...(await hotSpans(store, span))], span.devices));
}

/** Returns the days of a span, in a zone, in which stored pieces begin or end: `2026-03-04`, oldest first. */
export function heldDays(spans: readonly TimeSpan[], span: TimeSpan, zone: string): readonly string[] {
  const isoText = isoTextsIn(zone);
  const days = new Set<string>();
  // Thousands of pieces begin or end within a few quarters of an hour, so each quarter is formatted once.
  const quarterOf = (at: number) => Math.floor(at / QUARTER_MS);
  const quarters = new Set(spans.flatMap(({ from, to }) => [quarterOf(Math.max(from, span.from)), quarterOf(Math.min(to, span.to - 1))]));
  for (const quarter of quarters) days.add(isoText(quarter * QUARTER_MS).slice(0, 'yyyy-mm-dd'.length));
  return [...days].toSorted();
}
