/** Cuts a file of reports that has outlived its time to the pinned spans in it. */

import type { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Service } from '#domain/devices/ownershipPeriods';
import { HOUR_MS } from '#domain/text/timeUnits';
import { encodeBlock } from '../../fleet/history/historyBlock.ts';
import { holdLock, locks } from '../../platform/database/locks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { type CataloguedFile, type CatalogueParts, discardFile, fileOf, writingFile } from '../parquet/catalogue.ts';
import type { StoredParquets } from '../parquet/storedParquet.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { readServices } from '../sealed/hotBlocks.ts';
import { readSealed } from '../sealed/readSealed.ts';
import { dayText, rowOf, spoolFolder } from '../sealed/sealDays.ts';
import { sealInThread } from '../sealed/sealInThread.ts';
import { AROUND_MS } from './removals.ts';

/** The dependencies of cutting. */
export interface CuttingParts extends CatalogueParts {
  readonly parquets: StoredParquets;
  /** The data folder of this server, in which reports are put in order. */
  readonly dataDir: string;
}

/** A span of a device. */
interface PinnedSpan extends TimeSpan {
  readonly serial: string;
}

/** The file cannot be read now. */
class Unreadable extends Error {}

/** Returns spans without overlap, by time. */
function joined(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const found: TimeSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last === undefined || span.from > last.to) found.push(span);
    else found[found.length - 1] = { ...last, to: Math.max(last.to, span.to) };
  }
  return found;
}

const around = (at: Date): TimeSpan => ({ from: at.getTime() - AROUND_MS, to: at.getTime() + AROUND_MS + 1 });

type Bounds = Pick<CataloguedFile, 'serials' | 'firstAt' | 'lastAt'>;

/** A span of the staff (null) or of an organisation, in which a device counts while it works for it. */
interface OwnedSpan {
  readonly owner: string | null;
  readonly span: TimeSpan;
}

/** Returns spans by their owners, without overlap: their length does not grow with their number. */
async function byOwner(owned: readonly OwnedSpan[]): Promise<ReadonlyMap<string | null, readonly TimeSpan[]>> {
  const groups = [...groupBy(owned, ({ owner }) => owner)];
  return new Map(await mapInTurns(groups, ([owner, own]) => [owner, joined(own.map(({ span }) => span))] as const));
}

const ownedBy = ({ of_staff, organisations }: { readonly of_staff: boolean; readonly organisations: readonly string[] }, span: TimeSpan) =>
  (of_staff ? [null] : organisations).map((owner): OwnedSpan => ({ owner, span }));

/** Returns the time around the bookmarks of a file. */
async function bookmarkedSpans(database: Kysely<Database>, { firstAt, lastAt }: Bounds): Promise<readonly OwnedSpan[]> {
  const bookmarks = await database
    .selectFrom('history_bookmark')
    .select(['at', 'of_staff', 'organisations'])
    .where('at', '>=', new Date(firstAt - AROUND_MS))
    .where('at', '<=', new Date(lastAt + AROUND_MS))
    .execute();
  return (await mapInTurns(bookmarks, (bookmark) => ownedBy(bookmark, around(bookmark.at)))).flat();
}

/** Returns the pinned spans of a file, each with the devices that it names, null for all. */
async function readPins(database: Kysely<Database>, { firstAt, lastAt }: Bounds) {
  const pins = await database
    .selectFrom('history_pin')
    .select(['serial', 'serials', 'of_staff', 'organisations', 'from_at', 'to_at'])
    .where('from_at', '<=', new Date(lastAt))
    .where('to_at', '>', new Date(firstAt))
    .execute();
  return mapInTurns(pins, ({ serial, serials, from_at, to_at, ...of }) => ({
    serials: serial === null ? serials : [serial],
    owned: ownedBy(of, { from: from_at.getTime(), to: to_at.getTime() }),
  }));
}

/** Returns the parts of spans in the times in which a device worked for their organisations. */
const ofServices = (spans: ReadonlyMap<string | null, readonly TimeSpan[]>, services: readonly Service[]): readonly TimeSpan[] =>
  services.flatMap(({ organisation, from, until }) =>
    (spans.get(organisation) ?? [])
      .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, until ?? span.to) }))
      .filter((part) => part.from < part.to),
  );

/** Returns what is pinned of a file, a device after the other, in short turns of the thread for any number of devices, pins and bookmarks. */
export async function pinnedSpans(
  database: Kysely<Database>,
  services: ReadonlyMap<string, readonly Service[]>,
  { serials, firstAt, lastAt }: Bounds,
): Promise<readonly PinnedSpan[]> {
  const incidents = await database
    .selectFrom('incident')
    .select(['serial', 'incident_time'])
    .where(sql<boolean>`serial = any (${[...serials]}::text[])`)
    .where('incident_time', '>=', new Date(firstAt - AROUND_MS))
    .where('incident_time', '<=', new Date(lastAt + AROUND_MS))
    .execute();
  const bounds = { serials, firstAt, lastAt };
  const pins = await readPins(database, bounds);
  const ofAll = await byOwner([
    ...pins.flatMap((pin) => (pin.serials === null ? pin.owned : [])),
    ...(await bookmarkedSpans(database, bounds)),
  ]);
  const inFile = new Set(serials);
  const named = await mapInTurns(pins, ({ serials: own, owned }) =>
    (own ?? []).filter((serial) => inFile.has(serial)).flatMap((serial) => owned.map((one) => ({ ...one, serial }))),
  );
  const near = await mapInTurns(incidents, ({ serial, incident_time }) => ({ serial, owner: null, span: around(incident_time) }));
  const ofOne = groupBy([...named.flat(), ...near], ({ serial }) => serial);
  const spans = await mapInTurns(serials, (serial) => {
    const own = ofOne.get(serial) ?? [];
    const worked = services.get(serial) ?? [];
    const ofOwners = groupBy(own, ({ owner }) => owner);
    const parts = new Map([...ofOwners].map(([owner, found]) => [owner, found.map(({ span }) => span)] as const));
    const all = [...(ofAll.get(null) ?? []), ...(parts.get(null) ?? []), ...ofServices(ofAll, worked), ...ofServices(parts, worked)];
    return joined(all).map((span) => ({ ...span, serial }));
  });
  return spans.flat();
}

/** Reads the reports of spans as blocks, of an hour at most, so that memory does not grow with a span. */
async function* blocksOf(parquets: StoredParquets, file: CataloguedFile, spans: readonly PinnedSpan[]): AsyncGenerator<Buffer> {
  for (const { serial, from, to } of spans) {
    const end = Math.min(to, file.lastAt + 1);
    for (let at = Math.max(from, file.firstAt); at < end; at += HOUR_MS) {
      const { reports, unreadable } = await readSealed([file], parquets, { from: at, to: Math.min(end, at + HOUR_MS), serials: [serial] });
      if (unreadable.length > 0) throw new Unreadable(file.name);
      if (reports.length > 0) yield encodeBlock(reports);
    }
  }
}

/** Returns a digest of what keeps parts of a file: another one says that something was pinned, released, noted or reported in between. */
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
 * Replaces a file by another one in the catalogue, or by none, in one transaction, so that each report stays at one place. Returns false, and changes nothing, where
 * other spans are kept of it than when its reports were read.
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
 * Writes a file with the pinned reports of another one, and removes that. Returns false where it cannot be read now, or where other spans are kept of it meanwhile:
 * then it stays as it is, and the next run tries again.
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
