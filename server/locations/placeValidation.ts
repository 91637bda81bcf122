/**
 * Shared checks of the functions that save places: serial transactions, the first problem (409 for a taken name), changed and empty texts, fields of a
 * system_admin.
 */

import { sql, type Kysely, type Transaction } from 'kysely';
import { takenByArchived } from '#domain/places/archivable';
import { fieldText } from '#domain/text/fieldText';
import type { Database } from '../platform/database/tables.ts';
import { conflict, forbidden, invalid } from '../platform/failure/failure.ts';
import type { Principal } from '../platform/principal.ts';
import { locks } from '../platform/database/locks.ts';

/** Runs transactions one at a time over all instances: of two users who save the same name at once, the second is rejected. */
export const runSerially = <T>(database: Kysely<Database>, act: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
  database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.placeNames})`.execute(tx);
    return act(tx);
  });

/**
 * Throws the first problem of the written fields: 400, or 409 for a value that is taken. The 409 is checked last, so that it does not reveal the names of
 * others.
 */
export function refuseProblems(
  problems: Readonly<Record<string, string | undefined>>,
  written: Readonly<Record<string, unknown>>,
  taken: readonly string[],
): void {
  const found = Object.entries(problems).flatMap(([name, problem]) =>
    problem === undefined || written[name] === undefined ? [] : [problem],
  );
  const wrong = found.find((problem) => !taken.some((text) => problem === text || problem === takenByArchived(text)));
  if (wrong !== undefined) throw invalid(wrong);
  if (found[0] !== undefined) throw conflict(found[0]);
}

/** Throws 403 when a field reserved for a system_admin is written by another role. Source: ROLE-022..024. */
export function requireAdminFor(caller: Principal, value: unknown, field: string): void {
  if (value !== undefined && caller.role !== 'system_admin') throw forbidden(`Only a system_admin can change ${field}.`);
}

/** Returns the fields of a patch that are present, with null as the empty text. */
export function presentTexts(patch: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? '']])));
}

/** Returns the given texts that differ from the stored ones: a stored value that is kept is not checked again. Source: PATCH1. */
export function changedTexts(
  given: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const isKept = (name: string, text: string) => {
    const known = stored[name] ?? '';
    return typeof known === 'string' && fieldText(known) === fieldText(text);
  };
  return Object.fromEntries(Object.entries(given).filter(([name, text]) => !isKept(name, text)));
}

/** Returns null for an empty text, which is stored as null. */
export const emptyToNull = (text: string): string | null => (text === '' ? null : text);
