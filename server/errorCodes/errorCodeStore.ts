/** Rows of the catalogue of error codes: read, explained, added, changed and removed; 409 if texts were changed meanwhile. */

import { sql, type Kysely } from 'kysely';
import { errorCodeText } from '#contract/errorCode';
import { codeOrder, codeText } from '#domain/errorCodes/errorCode';
import type { ErrorTexts } from '#domain/errorCodes/errorCodeTexts';
import { chunks } from '../platform/database/chunks.ts';
import { noteChange } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';
import { mapInTurns } from '../platform/mapInTurns.ts';
import type { Scope } from '../platform/principal.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict } from '../platform/failure/failure.ts';
import { refuseUsed, rowsWhere } from '../platform/database/refuseUsed.ts';

/** An error code with its texts. */
export interface CatalogueEntry {
  readonly code: string;
  readonly description: ErrorTexts;
}

const CHANGED = 'Somebody else changed the texts of this code in the meantime.';

const textsIn = (value: unknown): ErrorTexts => errorCodeText.parse({ description: value }).description;

/** SQL of a text that identifies the current state of the catalogue; it is different after each change. */
export const catalogueVersion = sql<string>`(select coalesce(md5(string_agg(md5(code || description::text), '' order by code)), '') from error_code)`;

/** A whole catalogue, sorted by the numeric value of its codes, ignoring the case of hex digits. `version` changes whenever the catalogue does. */
interface Catalogue {
  readonly entries: readonly CatalogueEntry[];
  readonly version: string;
}

/** Returns the whole catalogue, in short turns of the thread. Source: LOOP3. */
export async function readCatalogue(database: Kysely<Database>): Promise<Catalogue> {
  const rows = await database
    .selectFrom('error_code')
    .selectAll()
    .select(catalogueVersion.as('version'))
    // Rows that are almost in order are sorted with one comparison each.
    .orderBy(sql`lower(code) collate "C"`)
    .execute();
  const ordered = await mapInTurns(rows, ({ code, description }) => ({
    order: codeOrder(code),
    entry: { code, description: textsIn(description) },
  }));
  ordered.sort((a, b) => (a.order === b.order ? 0 : a.order < b.order ? -1 : 1));
  return { entries: ordered.map(({ entry }) => entry), version: rows[0]?.version ?? '' };
}

/** The texts of all codes in one language. */
interface LanguageTexts {
  /** Whether any code has a text in this language. */
  readonly isKnown: boolean;
  /** A list of `{ code, text }` as JSON, unsorted; `text` is null for a code without one. */
  readonly codes: string;
}

/** Returns the texts in one language as the database formats them: the main thread never handles single codes. Source: LOOP3. */
export const readLanguage = (database: Kysely<Database>, language: string): Promise<LanguageTexts> =>
  database
    .selectNoFrom([
      sql<boolean>`exists (select from error_code where description ->> ${language} is not null)`.as('isKnown'),
      sql<string>`(select coalesce(json_agg(json_build_object('code', code, 'text', description ->> ${language}))::text, '[]') from error_code)`.as(
        'codes',
      ),
    ])
    .executeTakeFirstOrThrow();

/** Returns the texts of some codes (case-insensitive), keyed by the code as requested; unknown codes are left out. */
export async function explainCodes(
  database: Kysely<Database>,
  codes: readonly string[],
): Promise<Readonly<Record<string, { description: ErrorTexts }>>> {
  // SQL has no empty list, so the empty text, which is not a code, is used instead.
  const wanted = ['', ...codes.map(codeText)];
  const rows = await database
    .selectFrom('error_code')
    .selectAll()
    .where((where) => where(sql`lower(code)`, 'in', wanted))
    .execute();
  const known = new Map(rows.map(({ code, description }) => [codeText(code), textsIn(description)]));
  return Object.fromEntries(
    codes.flatMap((code) => {
      const description = known.get(codeText(code));
      return description === undefined ? [] : [[code, { description }]];
    }),
  );
}

/** Adds a code, normalised by `codeText`. Throws 409 when it exists (case-insensitive); of two concurrent calls one succeeds. */
export async function addCode(database: Kysely<Database>, { code, description }: CatalogueEntry): Promise<void> {
  if ((await insertCodes(database, [{ code: codeText(code), description }])) !== 1) throw conflict('This error code exists already.');
  noteChange(null, { description });
}

/** Inserts codes unchanged and skips existing ones. Returns the number of inserted ones. */
export async function insertCodes(store: Kysely<Database>, entries: readonly CatalogueEntry[]): Promise<number> {
  let count = 0;
  for (const some of chunks(entries)) {
    const added = await store
      .insertInto('error_code')
      .values(some.map(({ code, description }) => ({ code, description: JSON.stringify(description) })))
      .onConflict((clash) => clash.doNothing())
      .executeTakeFirst();
    count += Number(added.numInsertedOrUpdatedRows);
  }
  return count;
}

/** Replaces the texts of a code in one conditional update. Throws 404 for an unknown code, 409 when `expected` is given and does not match. */
export async function changeTexts(
  database: Kysely<Database>,
  { code, description }: CatalogueEntry,
  expected: ErrorTexts | null,
): Promise<void> {
  const isCode = sql<boolean>`lower(code) = ${codeText(code)}`;
  const before = await database.selectFrom('error_code').select('description').where(isCode).executeTakeFirst();
  const texts = JSON.stringify(description);
  const change = database.updateTable('error_code').set({ description: texts }).where(isCode);
  const changed = await (
    expected === null ? change : change.where(sql<boolean>`description = ${JSON.stringify(expected)}::jsonb`)
  ).executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return noteChange({ description: before?.description }, { description });
  const known = await database.selectFrom('error_code').select('code').where(isCode).executeTakeFirst();
  throw known === undefined ? createFailure('noErrorCode') : conflict(CHANGED);
}

/** Removes a code. Throws 404 for an unknown code, 409 when incidents use it; only incidents in the scope are counted. */
export async function removeCode(database: Kysely<Database>, given: string, scope: Scope): Promise<void> {
  const code = codeText(given);
  await database.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('error_code')
      .select(['code', 'description'])
      .where(sql<boolean>`lower(code) = ${code}`)
      .forUpdate()
      .executeTakeFirst();
    if (known === undefined) throw createFailure('noErrorCode');
    const rows = rowsWhere('incident', sql`lower(error_code) = ${code}`);
    await refuseUsed(tx, code, [{ rows, one: 'incident', many: 'incidents' }], scope);
    await tx.deleteFrom('error_code').where('code', '=', known.code).execute();
    noteChange({ description: known.description }, null);
  });
}
