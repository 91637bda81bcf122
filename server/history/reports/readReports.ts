/** Reads past reports of devices: those of a span, and the newest one of each device before an instant. */

import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { decodeBlock } from '../../fleet/history/historyBlock.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import { compareReceived, readableReports, type ReportSpan } from './reportSpan.ts';

/** Returns about how many reports are read for a span: those of all devices in the blocks that overlap it and hold one of these devices. */
export async function countReports(database: Kysely<Database>, { from, to, devices }: ReportSpan): Promise<number> {
  const length = sql`greatest(extract(epoch from last_at - first_at), 0.001)`;
  const common = sql`extract(epoch from least(last_at, ${new Date(to)}) - greatest(first_at, ${new Date(from)}))`;
  const { count } = await database
    .selectFrom('history_block')
    .select(sql<number>`coalesce(sum(report_count * least(1, greatest(0.001, ${common}) / ${length})), 0)::float8`.as('count'))
    .where('last_at', '>=', new Date(from))
    .where('first_at', '<', new Date(to))
    .where(sql<boolean>`serials && ${devices.map(({ serial }) => serial)}::text[]`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the reports of a span, by time of arrival. The caller bounds the span: all of its reports are in memory. */
export async function readReports(database: Kysely<Database>, { from, to, devices }: ReportSpan): Promise<readonly KeptReport[]> {
  if (devices.length === 0) return [];
  const isReadable = readableReports(devices);
  const blocks = await database
    .selectFrom('history_block')
    .select('reports')
    .where('last_at', '>=', new Date(from))
    .where('first_at', '<', new Date(to))
    .where(sql<boolean>`serials && ${devices.map(({ serial }) => serial)}::text[]`)
    .execute();
  return blocks
    .flatMap(({ reports }) => decodeBlock(reports))
    .filter((report) => report.receivedAt >= from && report.receivedAt < to && isReadable(report))
    .toSorted(compareReceived);
}

/** Number of blocks that are read at once in the search for the newest report. */
const BLOCKS_AT_ONCE = 8;

/**
 * Returns the newest report of each device that arrived before an instant (ms since epoch) and not before `since`; devices without one are missing. Reads
 * blocks from the newest back, until none can hold a newer report.
 */
export async function newestBefore(
  database: Kysely<Database>,
  { at, since, devices }: { readonly at: number; readonly since: number; readonly devices: readonly ReadableDevice[] },
): Promise<ReadonlyMap<string, KeptReport>> {
  const newest = new Map<string, KeptReport>();
  const isReadable = readableReports(devices);
  let missing = devices.map(({ serial }) => serial);
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
    for (const { reports } of blocks) {
      for (const report of decodeBlock(reports)) {
        if (report.receivedAt >= at || report.receivedAt < since || !isReadable(report)) continue;
        const known = newest.get(report.serial);
        if (known === undefined || compareReceived(known, report) < 0) newest.set(report.serial, report);
      }
    }
    const oldest = blocks.at(-1);
    if (oldest === undefined || blocks.length < BLOCKS_AT_ONCE) break;
    beyond = { lastAt: oldest.last_at, id: oldest.id };
    // Earlier blocks end before this instant, so that they hold no newer report than one that arrived after it.
    const end = oldest.last_at.getTime();
    missing = missing.filter((serial) => (newest.get(serial)?.receivedAt ?? -Infinity) < end);
  }
  return newest;
}
