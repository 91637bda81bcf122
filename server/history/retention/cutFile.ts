/** Reduces a file of reports whose retention period has passed to the pinned spans in it. */

import type { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { HOUR_MS } from '#domain/text/timeUnits';
import { encodeInTurns } from '../../fleet/history/historyBlock.ts';
import { holdLock, locks } from '../../platform/database/locks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { type CataloguedFile, type CatalogueParts, discardFile, fileOf, writingFile } from '../parquet/catalogue.ts';
import type { StoredParquets } from '../parquet/storedParquet.ts';
import { readServices } from '../sealed/hotBlocks.ts';
import { readSealed } from '../sealed/readSealed.ts';
import { dayText, rowOf, spoolFolder } from '../sealed/sealDays.ts';
import { sealInThread } from '../sealed/sealInThread.ts';
import { pinnedSpans, type Bounds, type PinnedSpan } from './pinnedSpans.ts';
import { AROUND_MS } from './removals.ts';

/** Dependencies of the functions that cut a file. */
export interface CuttingParts extends CatalogueParts {
  readonly parquets: StoredParquets;
  /** The data folder of this server, in which reports are sorted. */
  readonly dataDir: string;
}

/** Thrown if the file cannot be read now. */
class Unreadable extends Error {}

/** Yields the reports of spans as blocks of an hour at most, so that memory use does not grow with a span. */
async function* blocksOf(parquets: StoredParquets, file: CataloguedFile, spans: readonly PinnedSpan[]): AsyncGenerator<Buffer> {
  for (const { serial, from, to } of spans) {
    const end = Math.min(to, file.lastAt + 1);
    for (let at = Math.max(from, file.firstAt); at < end; at += HOUR_MS) {
      const { reports, unreadable } = await readSealed([file], parquets, { from: at, to: Math.min(end, at + HOUR_MS), serials: [serial] });
      if (unreadable.length > 0) throw new Unreadable(file.name);
      if (reports.length > 0) yield await encodeInTurns(reports);
    }
  }
}

/** Returns a digest of all pins, notes and incidents that keep parts of a file; it changes when one is added or removed. */
async function keptDigest(database: Kysely<Database>, { serials, firstAt, lastAt }: Bounds): Promise<string> {
  const [begin, end] = [new Date(firstAt - AROUND_MS), new Date(lastAt + AROUND_MS)];
  const { rows } = await sql<{ digest: string }>`select md5(concat_ws(' ',
    (select string_agg(row(id, from_at, to_at)::text, ',' order by id) from history_pin
      where from_at <= ${new Date(lastAt)} and to_at > ${new Date(firstAt)}),
    (select string_agg(row(bookmark_id, at)::text, ',' order by bookmark_id) from history_bookmark where at between ${begin} and ${end}),
    (select string_agg(row(incident_id, incident_time)::text, ',' order by incident_id) from incident
      where serial = any (${[...serials]}::text[]) and incident_time between ${begin} and ${end}))) as digest`.execute(database);
  return rows[0]?.digest ?? '';
}

/**
 * Marks a file in the catalogue for removal and completes the file that replaces it, if any, in one transaction, so that each report stays in one place.
 * Returns false and changes nothing if the kept spans have changed since the file's reports were read.
 */
async function replaceFile(
  { database, fence, now }: CatalogueParts,
  { file: old, digest }: { readonly file: CataloguedFile; readonly digest: string },
  by: { name: string; row: ReturnType<typeof rowOf> } | null,
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    await holdLock(tx, locks.historyPins);
    if ((await keptDigest(tx, old)) !== digest) return false;
    await tx.updateTable('history_file').set({ state: 'removing' }).where('name', '=', old.name).execute();
    if (by !== null) {
      const complete = { ...by.row, state: 'complete' as const, is_cut: true, written_at: new Date(now()) };
      await tx.updateTable('history_file').set(complete).where('name', '=', by.name).execute();
    }
    await fence(tx);
    return true;
  });
}

/**
 * Replaces a file by one with its pinned reports. Returns false if the file cannot be read now, or if its kept spans have changed meanwhile: the file then
 * stays unchanged, and the next run of retention tries again.
 */
export async function cutFile(parts: CuttingParts, old: string): Promise<boolean> {
  const { database, storage, signal, parquets, dataDir } = parts;
  const row = await database.selectFrom('history_file').selectAll().where('name', '=', old).executeTakeFirst();
  if (row === undefined) return false;
  const file = fileOf(row);
  const id = randomUUID().slice(0, 8);
  const name = `history/reports/day=${dayText(file.firstAt)}/${id}.parquet`;
  await writingFile(parts, { name, kind: 'reports', firstAt: file.firstAt, lastAt: file.lastAt });
  try {
    const digest = await keptDigest(database, file);
    const services = await readServices(database);
    const blocks = blocksOf(parquets, file, await pinnedSpans(database, services, file));
    const folder = path.join(spoolFolder(dataDir), id);
    const written = await sealInThread(name, blocks, { storage, folder, services, signal });
    const isReplaced = await replaceFile(parts, { file, digest }, written.rows === 0 ? null : { name, row: rowOf(written) });
    if (!isReplaced || written.rows === 0) await discardFile(parts, name);
    if (!isReplaced) return false;
  } catch (error) {
    await discardFile(parts, name).catch(() => undefined);
    if (error instanceof Unreadable) return false;
    throw error;
  }
  await discardFile(parts, old);
  return true;
}
