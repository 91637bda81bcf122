/** Handlers of bookmarks: list the caller's own and the organisation's shared bookmarks, and write, change and remove bookmarks. */

import { type RawBuilder, sql, type Transaction } from 'kysely';
import {
  type Bookmark,
  type bookmarkCalls,
  getBookmarks,
  MAX_BOOKMARK,
  MAX_BOOKMARKS,
  MAX_SHARED_BOOKMARKS,
  postBookmark,
  postRemoveBookmark,
} from '#contract/bookmark';
import { isInCalendar } from '#domain/history/monthDays';
import { fieldText } from '#domain/text/fieldText';
import { noteTextProblem } from '#domain/text/noteText';
import { DAY_MS } from '#domain/text/timeUnits';
import { locks, shareLock } from '../../platform/database/locks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, forbidden, invalid } from '../../platform/failure/failure.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { isAdministrator, type Principal, type Scope, type ScopedCaller } from '../../platform/principal.ts';
import type { HistoryDependencies } from '../reports/historyDependencies.ts';
import { removeBookmarks } from './removeBookmarks.ts';

/** Maximum time, in ms, by which the moment of a bookmark may be ahead of the server's clock: the clock of a console may be wrong. */
const AHEAD_MS = DAY_MS;

/**
 * Returns SQL for "all organisations of this bookmark are in the scope": a bookmark by a person of two organisations is visible to people who see both. Only
 * staff see the bookmarks of staff.
 */
const isWithin = (scope: Scope): RawBuilder<boolean> =>
  scope === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(not history_bookmark.of_staff and history_bookmark.organisations <@ ${[...scope]}::text[])`;

/** Returns SQL for "a caller may see this row of `history_bookmark`": the caller's own bookmarks, and shared ones within the caller's organisations. */
export const isVisibleBookmark = ({ caller, scope }: ScopedCaller): RawBuilder<boolean> =>
  sql<boolean>`(${isWithin(scope)} and (history_bookmark.username = ${caller.username}
    or (history_bookmark.is_shared and (${scope === 'all'} or history_bookmark.organisations <> '{}'::text[]))))`;

const visibleTo = (database: HistoryDependencies['database'], who: ScopedCaller) =>
  database.selectFrom('history_bookmark').selectAll().where(isVisibleBookmark(who));

type Row = Awaited<ReturnType<ReturnType<typeof visibleTo>['executeTakeFirstOrThrow']>>;

const bookmarkOf = (row: Row, caller: Principal): Bookmark => ({
  bookmark_id: row.bookmark_id,
  at: row.at.toISOString(),
  text: row.text,
  is_shared: row.is_shared,
  author: row.author,
  is_own: row.username === caller.username,
  may_remove: row.username === caller.username || isAdministrator(caller),
});

/**
 * Returns the caller's stored bookmark with this id, or null for a new id. Throws 409 if the id is of another person's bookmark, or if the caller has too many
 * bookmarks.
 */
async function requireOwn(tx: Transaction<Database>, who: ScopedCaller, id: string): Promise<Row | null> {
  const { username } = who.caller;
  const known = await tx.selectFrom('history_bookmark').select('username').where('bookmark_id', '=', id).executeTakeFirst();
  if (known !== undefined) {
    const own = await visibleTo(tx, who).where('bookmark_id', '=', id).where('username', '=', username).executeTakeFirst();
    if (own === undefined) throw conflict('This id is of another note.');
    return own;
  }
  const { count } = await tx
    .selectFrom('history_bookmark')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('username', '=', username)
    .where(isWithin(who.scope))
    .executeTakeFirstOrThrow();
  if (count >= MAX_BOOKMARKS) throw conflict(`At most ${MAX_BOOKMARKS} notes of a person are kept. Delete one first.`);
  return null;
}

/** Creates the handlers of bookmarks. */
export function bookmarkHandlers({ database, now }: HistoryDependencies): Pick<Handlers, keyof typeof bookmarkCalls> {
  return {
    getBookmarks: serve(getBookmarks, async ({ caller, scope }) => {
      const seen = visibleTo(database, { caller, scope });
      const [own, shared] = await Promise.all([
        seen.where('username', '=', caller.username).execute(),
        seen
          .where('username', '!=', caller.username)
          .orderBy('at', 'desc')
          .limit(MAX_SHARED_BOOKMARKS + 1)
          .execute(),
      ]);
      const rows = [...own, ...shared.slice(0, MAX_SHARED_BOOKMARKS)].toSorted((one, other) => one.at.getTime() - other.at.getTime());
      const result = await mapInTurns(rows, (row) => bookmarkOf(row, caller));
      return { result, ...(shared.length > MAX_SHARED_BOOKMARKS ? { has_older: true } : {}) };
    }),
    postBookmark: serve(postBookmark, async ({ caller, scope, body }) => {
      const problem = noteTextProblem(body.text, MAX_BOOKMARK);
      if (problem !== undefined) throw invalid(problem);
      const at = new Date(body.at);
      if (!isInCalendar(at.getTime())) throw createFailure('historyYears');
      if (at.getTime() > now() + AHEAD_MS) throw invalid('The moment of a note has not come yet.');
      const { username, name: author } = caller;
      const content = { text: fieldText(body.text), is_shared: body.is_shared };
      const row = await database.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${locks.bookmarks}, hashtext(${username}))`.execute(tx);
        const own = await requireOwn(tx, { caller, scope }, body.bookmark_id);
        if (own !== null) {
          const update = tx.updateTable('history_bookmark').set(content).where('bookmark_id', '=', body.bookmark_id);
          return update.returningAll().executeTakeFirstOrThrow();
        }
        // The lock prevents retention from removing the time around the bookmark, which is to be kept, before the end of this transaction.
        await shareLock(tx, locks.historyPins);
        const place = { of_staff: scope === 'all', organisations: scope === 'all' ? [] : [...scope] };
        const written = { bookmark_id: body.bookmark_id, username, author, at, written_at: new Date(now()), ...place, ...content };
        return tx.insertInto('history_bookmark').values(written).returningAll().executeTakeFirstOrThrow();
      });
      return { result: bookmarkOf(row, caller) };
    }),
    postRemoveBookmark: serve(postRemoveBookmark, ({ caller, scope, params }) =>
      database.transaction().execute(async (tx) => {
        const id = params.bookmark_id.toLowerCase();
        const row = await visibleTo(tx, { caller, scope }).where('bookmark_id', '=', id).forUpdate().executeTakeFirst();
        if (row === undefined) throw createFailure('noNote');
        if (!bookmarkOf(row, caller).may_remove) throw forbidden('Only the author or an administrator removes a note.');
        await removeBookmarks(tx, sql<boolean>`bookmark_id = ${id}`);
        return { result: true };
      }),
    ),
  };
}
