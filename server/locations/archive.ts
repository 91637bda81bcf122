import type { Kysely, Transaction } from 'kysely';
import { seesEverything } from '#domain/people/rights';
import { type Archivable, isForStaff } from '#domain/places/archivable';
import { refuseUsed } from '../platform/database/refuseUsed.ts';
import { noteChange } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';
import { forbidden, notFound } from '../platform/failure/failure.ts';
import { usesOf } from './placeUses.ts';
import { runSerially } from './placeValidation.ts';
import { type PeopleIn, refusePeople } from './removePlace.ts';
import { refuseArchived } from './refuseArchived.ts';
import type { ScopedCaller } from '../platform/principal.ts';
import { covers } from './visibility.ts';

/** An entity that is archived or restored. */
interface Found {
  readonly name: string;
  readonly archived: boolean;
  readonly owner: string | null;
  readonly authentication_group: string | null;
  /** The parent of the entity; the entity cannot be restored while the parent is archived. */
  readonly within: readonly Parameters<typeof refuseArchived>[0][];
}

type Tx = Transaction<Database>;
const named = (tx: Tx, table: 'organisation' | 'location' | 'site_map', id: string | null) =>
  tx
    .selectFrom(table)
    .select(['name', 'archived'])
    .where('id', '=', id ?? '')
    .executeTakeFirst();

/** The functions that find and lock an entity, by kind: a concurrent call that uses the entity waits, and then finds it archived. */
const find: { readonly [Kind in Archivable]: (tx: Tx, id: string) => Promise<Found | undefined> } = {
  organisation: async (tx, id) => {
    const row = await tx.selectFrom('organisation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    return row && { ...row, owner: id, within: [] };
  },
  location: async (tx, id) => {
    const row = await tx.selectFrom('location').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    return row && { ...row, owner: row.owned_by, authentication_group: null, within: [await named(tx, 'organisation', row.owned_by)] };
  },
  greenhouse: async (tx, id) => {
    const row = await tx.selectFrom('greenhouse').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined) return undefined;
    const place = await tx
      .selectFrom('location')
      .select(['name', 'archived', 'owned_by'])
      .where('id', '=', row.location_id)
      .executeTakeFirst();
    const within = [place, await named(tx, 'site_map', row.map_id)];
    return { ...row, owner: place?.owned_by ?? null, authentication_group: null, within };
  },
  map: async (tx, id) => {
    const row = await tx
      .selectFrom('site_map')
      .select(['name', 'archived', 'greenhouse_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const home = await tx
      .selectFrom('greenhouse')
      .innerJoin('location', 'location.id', 'greenhouse.location_id')
      .select('owned_by')
      .where('greenhouse.id', '=', row.greenhouse_id ?? '')
      .executeTakeFirst();
    return { ...row, owner: home?.owned_by ?? null, authentication_group: null, within: [] };
  },
};

const tables = { organisation: 'organisation', location: 'location', greenhouse: 'greenhouse', map: 'site_map' } as const;

/** The entity to archive or restore. */
interface Archiving {
  readonly kind: Archivable;
  readonly id: string;
  readonly archived: boolean;
}

/**
 * Archives or restores a place or a map inside the scope. Has no effect if the entity is already in that state. Throws 404, 403, or 409 naming its current uses
 * or its archived parent. Source: ARCHIVE1.
 */
export function archive(
  database: Kysely<Database>,
  { caller, scope }: ScopedCaller,
  { kind, id, archived }: Archiving,
  peopleIn: PeopleIn,
): Promise<boolean> {
  return runSerially(database, async (tx) => {
    const row = await find[kind](tx, id);
    if (row === undefined || !covers(scope, row.owner)) throw notFound(`no such ${kind}`);
    if (isForStaff(kind) && !seesEverything(caller.role)) throw forbidden(`Only the staff of the provider can archive ${kind}s.`);
    if (row.archived === archived) return true;
    if (archived) await refuseUsed(tx, row.name, usesOf(kind, 'archive', id), scope, true);
    if (archived && kind === 'organisation') await refusePeople(tx, row, peopleIn, 'active');
    if (!archived) row.within.forEach(refuseArchived);
    await tx.updateTable(tables[kind]).set({ archived }).where('id', '=', id).execute();
    noteChange({ archived: !archived }, { archived });
    return true;
  });
}
