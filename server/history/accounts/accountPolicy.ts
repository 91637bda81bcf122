/** The rules by which accounts of sessions are kept: the switches of organisations and of the staff, and the notices that people have seen. */

import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { AnswerOf } from '#contract/call';
import type { getAccountPolicy } from '#contract/sessionAccount';
import type { Database } from '../../platform/database/tables.ts';
import type { Principal, Scope, ScopedCaller } from '../../platform/principal.ts';

/** The key of the staff's switch in the table of switches. */
export const STAFF = '';

/** The owners of a person's accounts of sessions: the staff, or organisations. */
export interface AccountOwners {
  readonly of_staff: boolean;
  readonly organisations: string[];
}

/** Returns the owners of a caller's accounts of sessions. */
export const accountOwners = (scope: Scope): AccountOwners =>
  scope === 'all' ? { of_staff: true, organisations: [] } : { of_staff: false, organisations: [...scope] };

const keysOf = ({ of_staff, organisations }: AccountOwners): readonly string[] => (of_staff ? [STAFF] : organisations);

/**
 * Returns whether all owners have switched accounts on; false for a person without an organisation. Within a transaction, no switch is turned off before its
 * end, so nothing is kept after that.
 */
export async function isKept(database: Kysely<Database> | Transaction<Database>, owners: AccountOwners): Promise<boolean> {
  const keys = keysOf(owners);
  if (keys.length === 0) return false;
  const on = database
    .selectFrom('account_policy')
    .select('organisation')
    .where('organisation', 'in', [...keys])
    .where('is_on', '=', true);
  const rows = await (database.isTransaction ? on.forShare() : on).execute();
  return rows.length === keys.length;
}

/** Returns whether an owner has switched accounts off; false if none has ever turned its switch. */
export async function isRefused(database: Kysely<Database>, owners: AccountOwners): Promise<boolean> {
  const off = database
    .selectFrom('account_policy')
    .select('organisation')
    .where(sql<boolean>`organisation = any (${[...keysOf(owners)]}::text[])`)
    .where('is_on', '=', false);
  return (await off.limit(1).execute()).length > 0;
}

/** Returns the time at which a person saw the notice; null if one of the owners has turned its switch since, so that nobody is recorded again unknowingly. */
export async function noticeSeenAt(database: Kysely<Database>, username: string, owners: AccountOwners): Promise<Date | null> {
  const row = await database.selectFrom('account_notice').select('seen_at').where('username', '=', username).executeTakeFirst();
  const turned = sql<boolean>`organisation = any (${[...keysOf(owners)]}::text[])`;
  const last = await database
    .selectFrom('account_policy')
    .select((policy) => policy.fn.max('changed_at').as('at'))
    .where(turned)
    .executeTakeFirst();
  return row === undefined || (last?.at != null && last.at > row.seen_at) ? null : row.seen_at;
}

/** Returns whether a caller may turn the switch of a visible organisation, or of the staff for `STAFF`. */
export const maySwitch = ({ role }: Principal, organisation: string): boolean =>
  role === 'system_admin' || (role === 'organisation_admin' && organisation !== STAFF);

/** A switch; without id and name for the staff. */
type AccountSwitch = AnswerOf<typeof getAccountPolicy>['organisations'][number];

/** Returns the switches that a caller may turn. */
export async function readSwitches(database: Kysely<Database>, { caller, scope }: ScopedCaller): Promise<AccountSwitch[]> {
  const all = database.selectFrom('organisation').leftJoin('account_policy', 'account_policy.organisation', 'organisation.id');
  const selected = all.select(['organisation.id', 'organisation.name', 'account_policy.is_on']).orderBy('organisation.name');
  const own = scope === 'all' ? selected : selected.where(sql<boolean>`organisation.id = any (${[...scope]}::text[])`);
  const rows = caller.role === 'system_admin' || caller.role === 'organisation_admin' ? await own.execute() : [];
  const switches = rows.map(({ id, name, is_on }): AccountSwitch => ({ organisation_id: id, name, is_on: is_on === true }));
  if (caller.role !== 'system_admin') return switches;
  const ofStaff: AccountSwitch = {
    organisation_id: null,
    name: null,
    is_on: await isKept(database, { of_staff: true, organisations: [] }),
  };
  return [ofStaff, ...switches];
}

/** SQL for "an owner of this row of `session_account` has not switched accounts on". */
export const isSwitchedOff: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from unnest(case when session_account.of_staff then array[${sql.lit(STAFF)}]::text[] else session_account.organisations end) as owner
  where not exists (select 1 from account_policy where account_policy.organisation = owner and account_policy.is_on))`;

/** Number of accounts that one statement removes: removing their lines takes time. */
export const ACCOUNTS_AT_ONCE = 20;

/** SQL that removes up to `ACCOUNTS_AT_ONCE` accounts of owners that have not switched accounts on. */
export const removeSwitchedOff = sql`delete from session_account where ctid = any (array(
  select ctid from session_account where ${isSwitchedOff} limit ${sql.lit(ACCOUNTS_AT_ONCE)}))`;

/**
 * Turns a switch. Once it is off, the accounts of its owner are no longer read and are removed in short statements; if this is interrupted, the hourly job
 * removes the rest.
 */
export async function turnSwitch(
  database: Kysely<Database>,
  { organisation, isOn, at, by }: { readonly organisation: string; readonly isOn: boolean; readonly at: Date; readonly by: string },
): Promise<void> {
  const changed = { is_on: isOn, changed_at: at, changed_by: by };
  await database
    .insertInto('account_policy')
    .values({ organisation, ...changed })
    // An unchanged switch keeps its `changed_at`, so nobody has to see the notice again.
    .onConflict((conflict) => conflict.column('organisation').doUpdateSet(changed).where('account_policy.is_on', '!=', isOn))
    .execute();
  if (isOn) return;
  let removed = ACCOUNTS_AT_ONCE;
  while (removed === ACCOUNTS_AT_ONCE) removed = Number((await removeSwitchedOff.execute(database)).numAffectedRows ?? 0n);
}
