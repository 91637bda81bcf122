/** Rows of the languages (`locale`): offered, added, renamed, archived, removed. */

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
 * Throws 400 for a language that is not offered; `kept` is the current language of the account, which may be archived. Waits for a removal that has begun, so
 * that either this finds the language removed, or the removal finds the account. Source: LANG2, LANG3.
 */
export async function checkLocale(database: Kysely<Database>, locale: string, kept?: string): Promise<void> {
  const known = await database.selectFrom('locale').select('archived').where('id', '=', locale).forShare().executeTakeFirst();
  if (known === undefined) throw invalid('There is no such locale.');
  if (known.archived && locale !== kept) throw invalid('This locale is archived.');
}

function nameOf(typed: string): string {
  const problem = languageNameProblem(typed);
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
  const change = {
    ...(body.name === undefined ? {} : { name: nameOf(body.name) }),
    ...(body.archived === undefined ? {} : { archived: body.archived }),
  };
  if (Object.keys(change).length === 0) throw createFailure('nothingToChange');
  await database.transaction().execute(async (tx) => {
    const rows = await lockLocales(tx, id);
    if (change.archived === true && !isOfferedWithout(rows, id)) throw conflict(LAST_LANGUAGE);
    await tx.updateTable('locale').set(change).where('id', '=', id).execute();
    const before = rows.find((row) => row.id === id);
    noteChange({ name: before?.name, archived: before?.archived }, { name: before?.name, archived: before?.archived, ...change });
  });
}

/** Removes a language that no account uses; `emailsOf` returns the addresses of the accounts that use it. Throws 404 or 409. Source: LANG3. */
export async function removeLocale(
  database: Kysely<Database>,
  id: string,
  emailsOf: (locale: string) => Promise<readonly string[]>,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const rows = await lockLocales(tx, id);
    if (!isOfferedWithout(rows, id)) throw conflict(LAST_LANGUAGE);
    const used = languageUsedText(id, await emailsOf(id));
    if (used !== undefined) throw conflict(used);
    await tx.deleteFrom('locale').where('id', '=', id).execute();
  });
}
