/** Removes a greenhouse, location or organisation that nothing uses; an organisation also only if it has no people. */

import type { Kysely, Transaction } from 'kysely';
import { seesEverything } from '#domain/people/rights';
import { useNouns } from '#domain/places/archivable';
import { usedText } from '#domain/text/usedText';
import { refuseUsed } from '../platform/database/refuseUsed.ts';
import { noteChange } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, forbidden } from '../platform/failure/failure.ts';
import { runSerially } from './placeValidation.ts';
import { usesOf } from './placeUses.ts';
import type { ScopedCaller } from '../platform/principal.ts';
import { covers } from './visibility.ts';

const ownerOf = async (tx: Transaction<Database>, location: string) =>
  (await tx.selectFrom('location').select('owned_by').where('id', '=', location).executeTakeFirst())?.owned_by ?? null;

/** Removes a greenhouse inside the scope; the maps whose home it was lose their home. Throws 404, or 409 naming the uses of its maps. Source: REMOVE1. */
export function removeGreenhouse(database: Kysely<Database>, { scope }: ScopedCaller, id: string): Promise<boolean> {
  return runSerially(database, async (tx) => {
    const row = await tx.selectFrom('greenhouse').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, await ownerOf(tx, row.location_id))) throw createFailure('noGreenhouse');
    await refuseUsed(tx, row.name, usesOf('greenhouse', 'remove', id), scope);
    await tx.updateTable('site_map').set({ greenhouse_id: null }).where('greenhouse_id', '=', id).execute();
    await tx.deleteFrom('greenhouse').where('id', '=', id).execute();
    noteChange({ name: row.name }, null);
    return true;
  });
}

/**
 * Removes a location inside the scope, with its network information. Throws 404, or 409 naming its greenhouses and its present or past deployments.
 * Source: REMOVE1.
 */
export function removeLocation(database: Kysely<Database>, { scope }: ScopedCaller, id: string): Promise<boolean> {
  return runSerially(database, async (tx) => {
    const row = await tx.selectFrom('location').select(['name', 'owned_by']).where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, row.owned_by)) throw createFailure('noLocation');
    await refuseUsed(tx, row.name, usesOf('location', 'remove', id), scope);
    await tx.deleteFrom('location_network').where('location_id', '=', id).execute();
    await tx.deleteFrom('location').where('id', '=', id).execute();
    noteChange({ name: row.name }, null);
    return true;
  });
}

/** Returns how many accounts are in a group, and how many of them can sign in or are invited; 0 if accounts are managed elsewhere. */
export type PeopleIn = (tx: Transaction<Database>, group: string) => Promise<{ readonly all: number; readonly active: number }>;

/** Throws 409 while people are in the group of an organisation, counting all of them or only those who can sign in. */
export async function refusePeople(
  tx: Transaction<Database>,
  { name, authentication_group }: { readonly name: string; readonly authentication_group: string | null },
  peopleIn: PeopleIn,
  which: 'person' | 'active',
): Promise<void> {
  const people = authentication_group ? await peopleIn(tx, authentication_group) : { all: 0, active: 0 };
  const isActive = which === 'active';
  const text = usedText(name, [{ count: isActive ? people.active : people.all, ...useNouns[which] }], { still: isActive });
  if (text !== undefined) throw conflict(text);
}

/** Removes an organisation, by staff. Throws 404, 403, or 409 naming its locations, its people, and its history of devices. Source: REMOVE1. */
export function removeOrganisation(
  database: Kysely<Database>,
  { caller, scope }: ScopedCaller,
  id: string,
  peopleIn: PeopleIn,
): Promise<boolean> {
  return runSerially(database, async (tx) => {
    const row = await tx.selectFrom('organisation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, id)) throw createFailure('noOrganisation');
    if (!seesEverything(caller.role)) throw forbidden('Only the staff of the provider can remove organisations.');
    await refuseUsed(tx, row.name, usesOf('organisation', 'remove', id), scope);
    await refusePeople(tx, row, peopleIn, 'person');
    await tx.deleteFrom('organisation').where('id', '=', id).execute();
    noteChange({ name: row.name }, null);
    return true;
  });
}
