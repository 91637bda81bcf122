/** The pinned spans of a file of reports, device by device: the time around incidents and notes, and spans that people keep. */

import { type Kysely, sql } from 'kysely';
import type { Service } from '#domain/devices/ownershipPeriods';
import type { Database } from '../../platform/database/tables.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { CataloguedFile } from '../parquet/catalogue.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { keptAround } from './cutAgain.ts';
import { AROUND_MS } from './removals.ts';

/** A span of a device. */
export interface PinnedSpan extends TimeSpan {
  readonly serial: string;
}

/** Merges overlapping spans, and sorts them by time. */
function joined(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const found: TimeSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last === undefined || span.from > last.to) found.push(span);
    else found[found.length - 1] = { ...last, to: Math.max(last.to, span.to) };
  }
  return found;
}

/** The devices of a file, and its first and last instant. */
export type Bounds = Pick<CataloguedFile, 'serials' | 'firstAt' | 'lastAt'>;

/** A span of staff (null) or of an organisation, in which a device counts only while it works for that organisation. */
interface OwnedSpan {
  readonly owner: string | null;
  readonly span: TimeSpan;
}

/** Returns spans by owner, merging overlaps, so that their total length does not grow with their number. */
async function byOwner(owned: readonly OwnedSpan[]): Promise<ReadonlyMap<string | null, readonly TimeSpan[]>> {
  const groups = [...groupBy(owned, ({ owner }) => owner)];
  return new Map(await mapInTurns(groups, ([owner, own]) => [owner, joined(own.map(({ span }) => span))] as const));
}

const ownedBy = ({ of_staff, organisations }: { readonly of_staff: boolean; readonly organisations: readonly string[] }, span: TimeSpan) =>
  (of_staff ? [null] : organisations).map((owner): OwnedSpan => ({ owner, span }));

/** Returns the time around the bookmarks whose spans overlap a file. */
async function bookmarkedSpans(database: Kysely<Database>, { firstAt, lastAt }: Bounds): Promise<readonly OwnedSpan[]> {
  const bookmarks = await database
    .selectFrom('history_bookmark')
    .select(['at', 'of_staff', 'organisations'])
    .where('at', '>=', new Date(firstAt - AROUND_MS))
    .where('at', '<=', new Date(lastAt + AROUND_MS))
    .execute();
  return (await mapInTurns(bookmarks, (bookmark) => ownedBy(bookmark, keptAround(bookmark.at)))).flat();
}

/** Returns the pins that overlap a file, each with its devices; null for all devices. */
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

/** Clips spans to the times in which a device worked for their organisations. */
const ofServices = (spans: ReadonlyMap<string | null, readonly TimeSpan[]>, services: readonly Service[]): readonly TimeSpan[] =>
  services.flatMap(({ organisation, from, until }) =>
    (spans.get(organisation) ?? [])
      .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, until ?? span.to) }))
      .filter((part) => part.from < part.to),
  );

/** Returns the pinned spans of a file, one device after another, in short turns of the event loop for any number of devices, pins and bookmarks. */
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
  const near = await mapInTurns(incidents, ({ serial, incident_time }) => ({ serial, owner: null, span: keptAround(incident_time) }));
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
