/** Reads past reports of devices, from the database and from sealed days: all reports of a span, or the newest report of each device before an instant. */

import { sql, type Kysely } from 'kysely';
import { atOneMoment } from '../../platform/database/atOneMoment.ts';
import type { Database } from '../../platform/database/tables.ts';
import { knownAt } from '#domain/history/lateReports';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import { type CataloguedFile, filesOfSpan } from '../parquet/catalogue.ts';
import type { UnreadableFile } from '../parquet/storedParquet.ts';
import { newestSealed, readSealed } from '../sealed/readSealed.ts';
import { eachHotReport } from './eachHotReport.ts';
import type { HistoryStore } from './historyStore.ts';
import { compareReceived, ownReceipts, readableReports, type ReportSpan, type TimeSpan } from './reportSpan.ts';

const serialsOf = (devices: readonly ReadableDevice[]): readonly string[] => devices.map(({ serial }) => serial);

/** Returns the ratio of a file's rows that belong to a span and to the wanted devices, assuming that all devices report evenly. */
function shareOf({ firstAt, lastAt, serials }: CataloguedFile, { from, to }: TimeSpan, wanted: ReadonlySet<string>): number {
  const length = Math.max(1, lastAt - firstAt);
  const common = Math.max(1, Math.min(lastAt, to) - Math.max(firstAt, from));
  return Math.min(1, common / length) * (serials.filter((serial) => wanted.has(serial)).length / Math.max(1, serials.length));
}

/** The approximate numbers of reports that are read for a span. */
export interface ReportCount {
  /** Number of reports of the wanted devices. */
  readonly wanted: number;
  /** Number of reports of other devices in the same blocks of the database, which are decoded too. */
  readonly others: number;
}

/** Cost of reading a report of another device, relative to a report of a wanted device. */
const OTHER_COST = 0.5;

/** Returns the cost of reading these reports, as the number of wanted reports that take as long to read. */
export const costOf = ({ wanted, others }: ReportCount): number => wanted + others * OTHER_COST;

/**
 * Estimates the number of reports that are read for a span. A block or file that overlaps the span counts in proportion to the overlap and to its
 * wanted devices, assuming that all devices report evenly.
 */
export async function countReports({ database }: HistoryStore, { from, to, devices }: ReportSpan): Promise<ReportCount> {
  const serials = serialsOf(devices);
  const wanted = new Set(serials);
  const length = sql`greatest(extract(epoch from last_at - first_at), 0.001)`;
  const common = sql`extract(epoch from least(last_at, ${new Date(to)}) - greatest(first_at, ${new Date(from)}))`;
  const inSpan = sql`report_count * least(1, greatest(0.001, ${common}) / ${length})`;
  // The share is an upper bound, because the exact one would require comparing every wanted device with every block.
  const share = sql`least(1, ${wanted.size} / greatest(1, cardinality(serials))::float8)`;
  const hot = await database
    .selectFrom('history_block')
    .select([
      sql<number>`coalesce(sum(${inSpan}), 0)::float8`.as('count'),
      sql<number>`coalesce(sum(${inSpan} * ${share}), 0)::float8`.as('wanted'),
    ])
    .where('last_at', '>=', new Date(from))
    .where('first_at', '<', new Date(to))
    .where(sql<boolean>`serials && ${serials}::text[]`)
    .executeTakeFirstOrThrow();
  const files = await filesOfSpan(database, 'reports', { from, to, serials });
  const sealed = files.reduce((sum, file) => sum + file.rows * shareOf(file, { from, to }, wanted), 0);
  return { wanted: sealed + hot.wanted, others: hot.count - hot.wanted };
}

/** Reports, and the files that could not be read for them. */
export interface PastReports {
  readonly reports: readonly KeptReport[];
  readonly unreadable: readonly UnreadableFile[];
}

/** Returns a version of the stored reports of a span: it changes whenever reports are added, e.g. late ones, and sometimes without an addition. */
export async function storedVersion({ database }: HistoryStore, { from, to }: TimeSpan): Promise<string> {
  const [hot, sealed] = await Promise.all([
    database
      .selectFrom('history_block')
      .select(({ fn }) => fn.max('id').as('newest'))
      .where('last_at', '>=', new Date(from))
      .where('first_at', '<', new Date(to))
      .executeTakeFirst(),
    database
      .selectFrom('history_file')
      .select(({ fn }) => fn.countAll().as('files'))
      .where('kind', '=', 'reports')
      .where('state', '=', 'complete')
      .where('last_at', '>=', new Date(from))
      .where('first_at', '<', new Date(to))
      .executeTakeFirst(),
  ]);
  return `${String(hot?.newest ?? '')} ${String(sealed?.files ?? '')}`;
}

/** Returns the database blocks, sorted by start, and the sealed files that may hold reports of a span. */
export const storedOfSpan = ({ database }: HistoryStore, { from, to, devices }: ReportSpan) =>
  atOneMoment(database, async (tx) => {
    const serials = serialsOf(devices);
    const blocks = await tx
      .selectFrom('history_block')
      .select(['id', 'reports'])
      .where('last_at', '>=', new Date(from))
      .where('first_at', '<', new Date(to))
      .where(sql<boolean>`serials && ${serials}::text[]`)
      .orderBy('first_at')
      .execute();
    return { blocks, files: await filesOfSpan(tx, 'reports', { from, to, serials }) };
  });

/** Reads the reports of a span in short turns of the event loop, unsorted. */
async function readUnordered(store: HistoryStore, span: ReportSpan): Promise<PastReports> {
  const { from, to, devices } = span;
  if (devices.length === 0) return { reports: [], unreadable: [] };
  const isReadable = readableReports(devices);
  const serials = serialsOf(devices);
  const { blocks, files } = await storedOfSpan(store, span);
  const isWanted = (report: KeptReport) => report.receivedAt >= from && report.receivedAt < to && isReadable(report);
  const known = new Set(serials);
  const found: KeptReport[] = [];
  const take = (report: KeptReport) => void (isWanted(report) && found.push(report));
  const damaged = await eachHotReport(blocks, (serial) => known.has(serial), take);
  const sealed = await readSealed(files, store.parquets, { from, to, serials });
  await mapInTurns(sealed.reports, take);
  return { reports: found, unreadable: [...damaged, ...sealed.unreadable] };
}

/** Returns the reports of a span, sorted by time of arrival. The caller limits the span, because all its reports are held in memory. */
export async function readReports(store: HistoryStore, span: ReportSpan): Promise<PastReports> {
  const { reports, unreadable } = await readUnordered(store, span);
  return { reports: reports.toSorted(compareReceived), unreadable };
}

/** Returns the reports of a span by device, unsorted. The caller limits the span, because all its reports are held in memory. */
export const readReportsByDevice = async (store: HistoryStore, span: ReportSpan): Promise<ReadonlyMap<string, readonly KeptReport[]>> =>
  groupBy((await readUnordered(store, span)).reports, ({ serial }) => serial);

/** Number of blocks that are read at once in the search for the newest report. */
const BLOCKS_AT_ONCE = 8;

interface NewestSearch {
  readonly at: number;
  readonly since: number;
  /** Reports that arrived after this instant (ms since epoch) do not count; if absent, all reports count. */
  readonly knownBy?: number;
  readonly devices: readonly ReadableDevice[];
}

/** Returns the condition by which a report counts in a search. */
function countingReports({ devices, knownBy }: NewestSearch): (report: KeptReport) => boolean {
  const isReadable = readableReports(devices);
  const ofOwn = ownReceipts(devices);
  return (report) => isReadable(report) && (knownBy === undefined || knownAt(ofOwn(report)) <= knownBy);
}

/** Stores a report unless a newer one of its device is known. */
function noteNewest(newest: Map<string, KeptReport>, report: KeptReport): void {
  const known = newest.get(report.serial);
  if (known === undefined || compareReceived(known, report) < 0) newest.set(report.serial, report);
}

/** Returns the newest reports in the database; reads blocks from newest to oldest until no block can hold a newer report. */
async function newestHot(database: Kysely<Database>, search: OwnSearch) {
  const { at, since, devices, sinceOf } = search;
  const [newest, unreadable] = [new Map<string, KeptReport>(), new Array<UnreadableFile>()];
  const isReadable = countingReports(search);
  let missing = serialsOf(devices);
  let beyond: { readonly lastAt: Date; readonly id: number } | null = null;
  while (missing.length > 0) {
    let query = database
      .selectFrom('history_block')
      .select(['id', 'last_at', 'reports'])
      .where('first_at', '<', new Date(at))
      .where('last_at', '>=', new Date(since))
      .where(sql<boolean>`serials && ${missing}::text[]`)
      .orderBy('last_at', 'desc')
      .orderBy('id', 'desc')
      .limit(BLOCKS_AT_ONCE);
    const { lastAt, id }: { lastAt?: Date; id?: number } = beyond ?? {};
    if (lastAt !== undefined && id !== undefined) query = query.where(sql<boolean>`(last_at, id) < (${lastAt}, ${id})`);
    const blocks = await query.execute();
    const wanted = new Set(missing);
    const take = (report: KeptReport) => {
      if (report.receivedAt < at && report.receivedAt >= since && isReadable(report)) noteNewest(newest, report);
    };
    unreadable.push(...(await eachHotReport(blocks, (serial) => wanted.has(serial), take)));
    const oldest = blocks.at(-1);
    if (oldest === undefined || blocks.length < BLOCKS_AT_ONCE) break;
    beyond = { lastAt: oldest.last_at, id: oldest.id };
    // Earlier blocks end before this instant, so they hold no report that is newer than one after it.
    const end = oldest.last_at.getTime();
    missing = missing.filter((serial) => (newest.get(serial)?.receivedAt ?? -Infinity) < end && (sinceOf.get(serial) ?? since) <= end);
  }
  return { newest, unreadable };
}

/** The newest report of each device, and the files that could not be read in the search. */
export interface NewestReports {
  readonly newest: ReadonlyMap<string, KeptReport>;
  readonly unreadable: readonly UnreadableFile[];
}

/** A search for devices from one instant backwards; `sinceOf` is the instant, per device, at which the search stops. */
interface OwnSearch extends NewestSearch {
  readonly sinceOf: ReadonlyMap<string, number>;
}

/** Splits a search by the ends of the devices' readable times, so that no report of the next or the previous owner is read. */
function ownSearches(search: NewestSearch): readonly OwnSearch[] {
  const { at, since, devices } = search;
  const found = devices.flatMap((device) => {
    const times = device.times === 'all' ? [{ from: since, until: null }] : device.times;
    const parts = times.filter(({ from, until }) => from < at && (until ?? Infinity) > since);
    const [begin, end] = [Math.min(...parts.map(({ from }) => from)), Math.max(...parts.map(({ until }) => until ?? Infinity))];
    return parts.length === 0 ? [] : [{ device, since: Math.max(since, begin), at: Math.min(at, end) }];
  });
  return [...groupBy(found, (one) => one.at)].map(([end, group]) => ({
    ...search,
    at: end,
    devices: group.map(({ device }) => device),
    sinceOf: new Map(group.map((one) => [one.device.serial, one.since])),
  }));
}

async function newestOf({ database, parquets }: HistoryStore, search: OwnSearch): Promise<NewestReports> {
  const { at, since, devices, sinceOf } = search;
  const isCounting = countingReports(search);
  const { newest, unreadable, files } = await atOneMoment(database, async (tx) => ({
    ...(await newestHot(tx, search)),
    files: await filesOfSpan(tx, 'reports', { from: since, to: at, serials: serialsOf(devices) }),
  }));
  const newestAt = new Map([...newest].map(([serial, { receivedAt }]) => [serial, receivedAt]));
  const sealed = await newestSealed(files, parquets, { to: at, sinceOf, newestAt }, isCounting);
  for (const report of sealed.reports) noteNewest(newest, report);
  return { newest, unreadable: [...unreadable, ...sealed.unreadable] };
}

/**
 * Returns the newest report of each device that arrived before an instant (ms since epoch) and not before `since`, counting only reports known by `knownBy`;
 * devices without one are missing. Reads sealed days from newest to oldest, for devices without a newer report in the database.
 */
export async function newestBefore(store: HistoryStore, search: NewestSearch): Promise<NewestReports> {
  const found: NewestReports[] = [];
  for (const own of ownSearches(search)) found.push(await newestOf(store, own));
  return {
    newest: new Map(found.flatMap(({ newest }) => [...newest])),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}
