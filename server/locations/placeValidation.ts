import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { conflict, forbidden, invalid } from '../platform/failure.ts';
import type { Principal } from '../platform/principal.ts';

/** Held while names are compared and stored. */
const NAMES_LOCK = 7_015;

/** Does one after the other, on all instances: of two people who take one name at once the second is refused. */
export const inTurn = <T>(database: Kysely<Database>, act: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
  database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${NAMES_LOCK})`.execute(tx);
    return act(tx);
  });

/**
 * Throws what is wrong with the fields that are written: 400, or 409 for something that is taken. That comes last: a name must not reveal what belongs
 * to others.
 */
export function refuseProblems(
  problems: Readonly<Record<string, string | undefined>>,
  written: Readonly<Record<string, unknown>>,
  taken: readonly string[],
): void {
  const found = Object.entries(problems).flatMap(([name, problem]) =>
    problem === undefined || written[name] === undefined ? [] : [problem],
  );
  const wrong = found.find((problem) => !taken.includes(problem));
  if (wrong !== undefined) throw invalid(wrong);
  if (found[0] !== undefined) throw conflict(found[0]);
}

/** Lets a field pass that only a system_admin writes. Source: ROLE-022..024. */
export function requireAdminFor(caller: Principal, value: unknown, field: string): void {
  if (value !== undefined && caller.role !== 'system_admin') throw forbidden(`Only a system_admin can change ${field}.`);
}

/** The fields of a patch that say something, with nothing as the empty text. */
export function givenTexts(patch: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? '']])));
}

/** An empty text is stored as nothing. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
