/** Handlers of the accounts of sessions: the switch, the notice, the writing of lines, and reading and removing a person's own and shared accounts. */

import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import { z } from '#contract/schema';
import {
  getAccountLines,
  getAccountPolicy,
  getSessionAccounts,
  MAX_ACCOUNT_TEXT,
  MAX_ACCOUNTS,
  postAccountLines,
  postAccountNotice,
  postAccountPolicy,
  postRemoveAccount,
  type SessionAccount,
  type sessionAccountCalls,
} from '#contract/sessionAccount';
import { fieldTextProblem } from '#domain/text/fieldText';
import { DAY_MS } from '#domain/text/timeUnits';
import { covers } from '../../locations/visibility.ts';
import { locks } from '../../platform/database/locks.ts';
import { windowOf } from '../../platform/database/pageOfRows.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, forbidden, invalid } from '../../platform/failure/failure.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import { createWorkSlots, READ_LIMITS } from '../../platform/limits/workSlots.ts';
import { isAdministrator, type Scope, type ScopedCaller } from '../../platform/principal.ts';
import type { HistoryDependencies } from '../reports/historyDependencies.ts';
import {
  accountOwners,
  isKept,
  isRefused,
  isSwitchedOff,
  maySwitch,
  noticeSeenAt,
  readSwitches,
  STAFF,
  turnSwitch,
} from './accountPolicy.ts';

/** Maximum time, in ms, by which an instant may be ahead of the server's clock: the clock of a console may be wrong. */
const AHEAD_MS = DAY_MS;

const isUuid = (id: string): boolean => z.uuid().safeParse(id).success;

type Line = BodyOf<typeof postAccountLines>['lines'][number];

/**
 * Returns SQL for "all organisations of this account are in the scope"; staff see only the accounts of staff, because the others are about employees of other
 * organisations.
 */
const isWithin = (scope: Scope): RawBuilder<boolean> =>
  scope === 'all'
    ? sql<boolean>`session_account.of_staff`
    : sql<boolean>`(not session_account.of_staff and session_account.organisations <> '{}'::text[]
        and session_account.organisations <@ ${[...scope]}::text[])`;

const visibleTo = (database: HistoryDependencies['database'], { caller, scope }: ScopedCaller) =>
  database
    .selectFrom('session_account')
    .where(isWithin(scope))
    .where(sql<boolean>`not ${isSwitchedOff}`)
    .where(sql<boolean>`(session_account.username = ${caller.username} or session_account.is_shared)`);

type Row = Awaited<ReturnType<ReturnType<ReturnType<typeof visibleTo>['selectAll']>['executeTakeFirstOrThrow']>>;

const accountOf = (row: Row, { caller }: ScopedCaller): SessionAccount => ({
  session_id: row.session_id,
  author: row.author,
  is_own: row.username === caller.username,
  is_shared: row.is_shared,
  from: row.begun_at.toISOString(),
  to: row.ended_at.toISOString(),
  may_remove: row.username === caller.username || isAdministrator(caller),
});

/** Throws 400 for a line with an invalid text or outcome. */
function requireTexts(lines: readonly Line[]): void {
  const bounds = { label: 'A line', maxLength: MAX_ACCOUNT_TEXT };
  for (const { text, outcome } of lines) {
    const problem = fieldTextProblem(text, { ...bounds, isRequired: true }) ?? fieldTextProblem(outcome, bounds);
    if (problem !== undefined) throw invalid(problem);
  }
}

/**
 * Throws 409 if the account of the session was removed, if the id is of another session, or if the person has the maximum number of accounts that the person
 * can remove.
 */
async function requireOwn(tx: Transaction<Database>, { caller: { username }, scope }: ScopedCaller, id: string): Promise<void> {
  const known = await tx
    .selectFrom('session_account')
    .select(['username', isWithin(scope).as('is_within')])
    .where('session_id', '=', id)
    .executeTakeFirst();
  if (known !== undefined && known.username === username && known.is_within) return;
  if (known !== undefined) throw conflict('This id is of another session.');
  const removed = tx.selectFrom('session_account_removed').select('session_id').where('session_id', '=', id);
  if ((await removed.executeTakeFirst()) !== undefined) throw conflict('The account of this session was removed.');
  const { count } = await tx
    .selectFrom('session_account')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('username', '=', username)
    .where(isWithin(scope))
    .executeTakeFirstOrThrow();
  if (count >= MAX_ACCOUNTS) throw conflict(`At most ${MAX_ACCOUNTS} accounts of a person are kept. Remove one first.`);
}

/** Takes the person's lock, which serialises writes of lines and removals of accounts until the end of the transaction. */
const inTurn = async (tx: Transaction<Database>, username: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.sessionAccounts}, hashtext(${username}))`.execute(tx);
};

/** Writes lines of a session; a line replaces the stored line with the same number. The `is_shared` of a stored session is unchanged. */
async function writeLines(
  tx: Transaction<Database>,
  { caller: { username, name: author }, scope }: ScopedCaller,
  { id, isShared, lines }: { readonly id: string; readonly isShared: boolean; readonly lines: readonly Line[] },
): Promise<void> {
  const times = lines.map(({ at }) => Date.parse(at));
  const [begun_at, ended_at] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  await tx
    .insertInto('session_account')
    .values({ session_id: id, username, author, is_shared: isShared, begun_at, ended_at, ...accountOwners(scope) })
    .onConflict((known) =>
      known.column('session_id').doUpdateSet({
        begun_at: sql`least(session_account.begun_at, excluded.begun_at)`,
        ended_at: sql`greatest(session_account.ended_at, excluded.ended_at)`,
      }),
    )
    .execute();
  await tx
    .insertInto('session_account_line')
    .values(lines.map(({ at, ...line }) => ({ session_id: id, at: new Date(at), ...line })))
    .onConflict((known) =>
      known.columns(['session_id', 'sequence']).doUpdateSet((row) => ({
        at: row.ref('excluded.at'),
        kind: row.ref('excluded.kind'),
        text: row.ref('excluded.text'),
        outcome: row.ref('excluded.outcome'),
      })),
    )
    .execute();
}

/** Creates the handlers of the switch and of the notice. */
function policyHandlers({
  database,
  settings,
  now,
}: HistoryDependencies): Pick<Handlers, 'getAccountPolicy' | 'postAccountPolicy' | 'postAccountNotice'> {
  return {
    getAccountPolicy: serve(getAccountPolicy, async ({ caller, scope }) => {
      const seenAt = await noticeSeenAt(database, caller.username, accountOwners(scope));
      return {
        is_on: await isKept(database, accountOwners(scope)),
        is_refused: await isRefused(database, accountOwners(scope)),
        days: settings.HISTORY_ACCOUNT_DAYS,
        notice_seen_at: seenAt?.toISOString() ?? null,
        organisations: await readSwitches(database, { caller, scope }),
      };
    }),
    postAccountPolicy: serve(postAccountPolicy, async ({ caller, scope, body: { organisation_id, is_on: isOn } }) => {
      const organisation = organisation_id ?? STAFF;
      const known = database.selectFrom('organisation').select('id').where('id', '=', organisation);
      const isSeen = organisation_id === null || (covers(scope, organisation) && (await known.executeTakeFirst()) !== undefined);
      if (!isSeen) throw createFailure('noOrganisation');
      if (!maySwitch(caller, organisation)) throw forbidden('Only an administrator switches the accounts of sessions.');
      await turnSwitch(database, { organisation, isOn, at: new Date(now()), by: caller.username });
      return { result: true };
    }),
    postAccountNotice: serve(postAccountNotice, async ({ caller: { username }, scope }) => {
      const before = await noticeSeenAt(database, username, accountOwners(scope));
      if (before !== null) return { result: before.toISOString() };
      const seen_at = new Date(now());
      await database
        .insertInto('account_notice')
        .values({ username, seen_at })
        .onConflict((known) => known.column('username').doUpdateSet({ seen_at }))
        .execute();
      return { result: seen_at.toISOString() };
    }),
  };
}

/** Creates the handlers of the switch, the notice and the accounts of sessions. */
export function accountHandlers(dependencies: HistoryDependencies): Pick<Handlers, keyof typeof sessionAccountCalls> {
  const { database, settings, now } = dependencies;
  const slots = createWorkSlots(READ_LIMITS);
  return {
    ...policyHandlers(dependencies),
    postAccountLines: serve(postAccountLines, async ({ caller, scope, params, body }) => {
      const id = params.session_id.toLowerCase();
      if (!isUuid(id)) throw invalid('session_id: a UUID');
      requireTexts(body.lines);
      if (body.lines.some(({ at }) => Date.parse(at) > now() + AHEAD_MS)) throw invalid('The instant of a line has not come yet.');
      const oldest = now() - settings.HISTORY_ACCOUNT_DAYS * DAY_MS;
      return database.transaction().execute(async (tx) => {
        // The lock is taken before the notice is looked up: the notice is removed with the user's account, and nothing may be written after that.
        await inTurn(tx, caller.username);
        if (!(await isKept(tx, accountOwners(scope)))) throw forbidden('Accounts of sessions are switched off.');
        const seenAt = await noticeSeenAt(tx, caller.username, accountOwners(scope));
        if (seenAt === null) throw forbidden('The notice about accounts of sessions was not seen.');
        await requireOwn(tx, { caller, scope }, id);
        // Of two lines with the same number, the later one is kept.
        const unique = [...new Map(body.lines.map((line) => [line.sequence, line])).values()];
        const lines = unique.filter(({ at }) => Date.parse(at) >= Math.max(oldest, seenAt.getTime()));
        if (lines.length > 0) await writeLines(tx, { caller, scope }, { id, isShared: body.is_shared, lines });
        else if (body.lines.length === 0)
          await tx.updateTable('session_account').set({ is_shared: body.is_shared }).where('session_id', '=', id).execute();
        const kept = await tx.selectFrom('session_account').select('is_shared').where('session_id', '=', id).executeTakeFirst();
        return { result: true, is_shared: kept?.is_shared ?? body.is_shared };
      });
    }),
    getSessionAccounts: serve(getSessionAccounts, ({ caller, scope, query }) =>
      slots(caller, async () => {
        const who = { caller, scope };
        const { limit, offset } = windowOf(query);
        const { total } = await visibleTo(database, who)
          .select((row) => row.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        const page = visibleTo(database, who).selectAll().orderBy('begun_at', 'desc').orderBy('session_id').limit(limit).offset(offset);
        return { total, results: (await page.execute()).map((row) => accountOf(row, who)) };
      }),
    ),
    getAccountLines: serve(getAccountLines, ({ caller, scope, params, query }) =>
      slots(caller, async () => {
        const id = params.session_id.toLowerCase();
        const found = await visibleTo(database, { caller, scope }).select('session_id').where('session_id', '=', id).executeTakeFirst();
        if (found === undefined) throw createFailure('noAccountOfSession');
        const { limit, offset } = windowOf(query);
        const lines = database.selectFrom('session_account_line').where('session_id', '=', id);
        const { total } = await lines.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
        const rows = await lines
          .select(['sequence', 'at', 'kind', 'text', 'outcome'])
          .orderBy('sequence')
          .limit(limit)
          .offset(offset)
          .execute();
        return { total, results: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) };
      }),
    ),
    postRemoveAccount: serve(postRemoveAccount, ({ caller, scope, params }) =>
      database.transaction().execute(async (tx) => {
        const [who, id] = [{ caller, scope }, params.session_id.toLowerCase()];
        const wanted = visibleTo(tx, who).selectAll().where('session_id', '=', id);
        const found = await wanted.executeTakeFirst();
        if (found === undefined) throw createFailure('noAccountOfSession');
        // Lines that arrive meanwhile are either written before the removal or refused after it.
        await inTurn(tx, found.username);
        const row = await wanted.forUpdate().executeTakeFirst();
        if (row === undefined) throw createFailure('noAccountOfSession');
        if (!accountOf(row, who).may_remove) throw forbidden('Only the person of an account or an administrator removes it.');
        await tx.deleteFrom('session_account').where('session_id', '=', id).execute();
        await tx
          .insertInto('session_account_removed')
          .values({ session_id: id, removed_at: new Date(now()) })
          .onConflict((known) => known.doNothing())
          .execute();
        return { result: true };
      }),
    ),
  };
}
