import type { Kysely } from 'kysely';
import type { RemovePerson } from '#server/identity/administration';
import type { Database } from '#server/platform/database/tables';

/** Removes the account of a person of whom nothing else is kept. */
export const removePersonAlone =
  (database: Kysely<Database>): RemovePerson =>
  (removeAccount) =>
    database.transaction().execute(async (tx) => removeAccount?.(tx));
