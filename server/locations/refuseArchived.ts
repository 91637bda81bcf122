import type { Kysely } from 'kysely';
import { archivedText } from '#domain/places/archivable';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../platform/failure/failure.ts';

/** Refuses additions to an archived place or map: throws 409. Source: ARCHIVE3. */
export function refuseArchived(thing: { readonly name: string; readonly archived: boolean } | undefined): void {
  if (thing?.archived === true) throw conflict(archivedText(thing.name));
}

/** Throws 409 for an archived organisation. Waits for a concurrent archiving. */
export async function refuseArchivedOrganisation(database: Kysely<Database>, id: string): Promise<void> {
  refuseArchived(await database.selectFrom('organisation').select(['name', 'archived']).where('id', '=', id).forShare().executeTakeFirst());
}
