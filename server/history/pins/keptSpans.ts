/** Reads the kept spans, which retention does not remove: pinned spans, and spans around incidents and notes that the caller sees. */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KeptSpan } from '#contract/historyPin';
import { AROUND_MS } from '../retention/removals.ts';
import type { Database } from '../../platform/database/tables.ts';
import { cacheKeyOf, createAnswerCache } from '../../platform/answerCache.ts';
import { isAdministrator, type Scope, type ScopedCaller } from '../../platform/principal.ts';
import { isVisibleBookmark } from '../bookmarks/bookmarkHandlers.ts';

/** A row of the list, as SQL returns it. */
interface KeptRow {
  readonly id: string;
  readonly kind: KeptSpan['kind'];
  readonly from_at: Date;
  readonly to_at: Date;
  readonly serials: readonly string[] | null;
  readonly organisations: readonly string[];
  readonly reason: string | null;
  readonly author: string | null;
  readonly username: string | null;
  readonly written_at: Date | null;
}

const AROUND = sql`make_interval(secs => ${AROUND_MS / 1_000}::double precision)`;

/** Returns SQL for "a caller may see this row of `history_pin`": all its organisations are in the scope. */
export const isVisiblePin = (scope: Scope): RawBuilder<boolean> =>
  scope === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(not history_pin.of_staff and history_pin.organisations <> '{}'::text[] and history_pin.organisations <@ ${[...scope]}::text[])`;

const isVisibleIncident = (scope: Scope): RawBuilder<boolean> =>
  scope === 'all' ? sql<boolean>`true` : sql<boolean>`incident.organisation = any (${[...scope]}::text[])`;

/** Returns SQL for the pinned spans with the columns of `KeptRow`. */
const pins = (condition: RawBuilder<boolean>) => sql<KeptRow>`select pin_id as id, 'pin' as kind, from_at, to_at,
  coalesce(serials, case when serial is null then null else array[serial] end) as serials, organisations, reason, author, username, written_at
  from history_pin where ${condition}`;

/** A page of a list. */
interface PageWindow {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns SQL for a page of the spans that a caller sees: pinned spans first, because they would be hard to find among the incidents, then by start, newest
 * first. At most `limit + offset` rows of each kind are read, by the indexes of their times.
 */
export const keptPage = (who: ScopedCaller, { limit, offset }: PageWindow): RawBuilder<KeptRow> => {
  const first = sql`limit ${limit + offset}`;
  return sql<KeptRow>`select * from (
    (${pins(isVisiblePin(who.scope))} order by from_at desc, pin_id ${first})
    union all (select incident_id, 'incident', incident_time - ${AROUND}, incident_time + ${AROUND}, array[serial],
      case when organisation is null then '{}'::text[] else array[organisation] end, error_code, null::text, null::text, received_at
      from incident where ${isVisibleIncident(who.scope)} order by incident_time desc, incident_id ${first})
    union all (select bookmark_id, 'note', at - ${AROUND}, at + ${AROUND}, null::text[], organisations, text, author, username, written_at
      from history_bookmark where ${isVisibleBookmark(who)} order by at desc, bookmark_id ${first})
  ) as kept order by kind <> 'pin', from_at desc, id limit ${limit} offset ${offset}`;
};

/** Lifetime, in ms, and maximum number of cached incident counts, one per scope: of the three kinds only incidents grow without limit. */
const COUNTED = { forMs: 10_000, most: 100 };

async function countOf(database: Kysely<Database>, count: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${count} as count`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Returns rows in the form of the contract, with the names of their organisations. */
async function spansOf(database: Kysely<Database>, { caller }: ScopedCaller, rows: readonly KeptRow[]): Promise<readonly KeptSpan[]> {
  const ids = [...new Set(rows.flatMap(({ organisations }) => organisations))];
  const named = ids.length === 0 ? [] : await database.selectFrom('organisation').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map(({ id, kind, from_at, to_at, serials, organisations, reason, author, username, written_at }) => ({
    id,
    kind,
    from: from_at.toISOString(),
    to: to_at.toISOString(),
    serials: serials === null ? null : [...serials],
    organisations: organisations.flatMap((organisation) => names.get(organisation) ?? []),
    reason,
    author,
    kept_at: written_at?.toISOString() ?? null,
    may_release: kind === 'pin' && (username === caller.username || isAdministrator(caller)),
  }));
}

/**
 * Creates the function that reads a page of the spans that a caller sees, and their total; callers of the same scope share a count of incidents for a short
 * time.
 */
export function createKeptReader(database: Kysely<Database>, now: () => number) {
  const counts = createAnswerCache<number>(now, COUNTED);
  const incidents = (scope: Scope) =>
    counts(cacheKeyOf(scope), () => countOf(database, sql`(select count(*) from incident where ${isVisibleIncident(scope)})`));
  return async (who: ScopedCaller, window: PageWindow): Promise<{ readonly total: number; readonly results: KeptSpan[] }> => {
    const others = sql<number>`(select count(*) from history_pin where ${isVisiblePin(who.scope)})
      + (select count(*) from history_bookmark where ${isVisibleBookmark(who)})`;
    const total = (await incidents(who.scope)) + (await countOf(database, others));
    const { rows } = await keptPage(who, window).execute(database);
    return { total, results: [...(await spansOf(database, who, rows))] };
  };
}

/** Returns a pinned span by its id; undefined if the caller does not see it. */
export async function findPin(database: Kysely<Database>, who: ScopedCaller, id: string): Promise<KeptSpan | undefined> {
  const { rows } = await pins(sql<boolean>`pin_id = ${id} and ${isVisiblePin(who.scope)}`).execute(database);
  return (await spansOf(database, who, rows))[0];
}
