/** The languages (table `locale`): offered, added, renamed, archived, removed. */

import type { Kysely, Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postUpdateLocale } from '#contract/language';
import { LAST_LANGUAGE, languageNameProblem, languageUsedText, newLanguageProblem } from '#domain/people/languages';
import { fieldText } from '#domain/text/fieldText';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, invalid, notFound } from '../platform/failure/failure.ts';
import { noteChange } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';

/**
 * Throws 400 for a language that is not offered; `kept` is the current language of the account, which may be archived or, from a directory, unknown. Waits for
 * a removal that has begun: called after an account of this server was stored, it finds the language removed, or the removal finds the account. Source: LANG2, LANG3,
 * LANG5, PATCH1.
 */
export async function checkLocale(database: Kysely<Database>, locale: string, kept?: string): Promise<void> {
  const known = await database.selectFrom('locale').select('archived').where('id', '=', locale).forShare().executeTakeFirst();
  if (locale === kept) return;
  if (known === undefined) throw invalid('There is no such locale.');
  if (known.archived) throw invalid('This locale is archived.');
}

/** Returns a name as stored. Throws 400 for an invalid one, unless it is the stored one. Source: LANG1, PATCH1. */
function nameOf(typed: string, stored: string | null = null): string {
  const problem = fieldText(typed) === stored ? undefined : languageNameProblem(typed);
  if (problem !== undefined) throw invalid(problem);
  return fieldText(typed);
}

/** Adds a language. Throws 400, or 409 if it exists. Source: LANG1. */
export async function createLocale(database: Kysely<Database>, id: string, typed: string): Promise<void> {
  const problem = newLanguageProblem(id, []);
  if (problem !== undefined) throw invalid(problem);
  if ((await insertLocales(database, [{ id, name: nameOf(typed) }])) !== 1) throw conflict('This language exists already.');
}

/** Inserts languages, except those that exist. Returns how many it inserted. */
export async function insertLocales(
  store: Kysely<Database>,
  languages: readonly { readonly id: string; readonly name: string }[],
): Promise<number> {
  const added = await store
    .insertInto('locale')
    .values([...languages])
    .onConflict((known) => known.doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows);
}

/**
 * Returns all languages, which nobody else can change until the transaction ends: if two callers remove the last two languages, one of them is refused. Throws
 * 404.
 */
async function lockLocales(tx: Transaction<Database>, id: string) {
  const rows = await tx.selectFrom('locale').selectAll().orderBy('id').forUpdate().execute();
  if (!rows.some((row) => row.id === id)) throw notFound('no such language');
  return rows;
}

const isOfferedWithout = (rows: Awaited<ReturnType<typeof lockLocales>>, id: string) => rows.some((row) => row.id !== id && !row.archived);

/** Renames a language, archives it or restores it. Throws 400, 404, or 409 when no language would be left to offer. Source: LANG2, LANG3. */
export async function updateLocale(database: Kysely<Database>, id: string, body: BodyOf<typeof postUpdateLocale>): Promise<void> {
  if (body.name === undefined && body.archived === undefined) throw createFailure('nothingToChange');
  await database.transaction().execute(async (tx) => {
    const rows = await lockLocales(tx, id);
    const before = rows.find((row) => row.id === id);
    const change = {
      ...(body.name === undefined ? {} : { name: nameOf(body.name, before?.name) }),
      ...(body.archived === undefined ? {} : { archived: body.archived }),
    };
    if (change.archived === true && !isOfferedWithout(rows, id)) throw conflict(LAST_LANGUAGE);
    await tx.updateTable('locale').set(change).where('id', '=', id).execute();
    noteChange({ name: before?.name, archived: before?.archived }, { name: before?.name, archived: before?.archived, ...change });
  });
}

/** The readers of the addresses of accounts that use a language. */
export interface LocaleUse {
  /** Returns the addresses of this server's accounts, read in the transaction that removes the language. */
  readonly here: (tx: Transaction<Database>, locale: string) => Promise<readonly string[]>;
  /**
   * Returns the addresses of a directory's accounts, read before the transaction, which must not wait for the directory. An account that gets the language
   * afterwards keeps it, and a validation reports it.
   */
  readonly elsewhere: (locale: string) => Promise<readonly string[]>;
}

/** Removes a language that no account uses. Throws 404 or 409. Source: LANG3, LANG5. */
export async function removeLocale(database: Kysely<Database>, id: string, use: LocaleUse): Promise<void> {
  const elsewhere = await use.elsewhere(id);
  await database.transaction().execute(async (tx) => {
    const rows = await lockLocales(tx, id);
    if (!isOfferedWithout(rows, id)) throw conflict(LAST_LANGUAGE);
    // The accounts are read after the lock; otherwise a person who chose the language shortly before it would be missed.
    const used = languageUsedText(id, [...(await use.here(tx, id)), ...elsewhere]);
    if (used !== undefined) throw conflict(used);
    await tx.deleteFrom('locale').where('id', '=', id).execute();
  });
}
