/** Maps the ids that a device uses for incidents and treatments to the stored ids, and back. */

import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { locks } from '../../platform/database/locks.ts';

/** The id of an incident or a treatment, as the device uses it. */
export interface OwnId {
  readonly serial: string;
  readonly id: string;
}

/** Function that returns the id under which the device's own id is stored. */
export type WireId = (serial: string, id: string) => string;

/** Returns the suffix that keeps ids unique if two devices use the same one. */
const suffixOf = (serial: string) => `@${serial}`;
const keyOf = ({ serial, id }: OwnId) => `${serial}\n${id}`;

/** Returns the id under which a device's own id is stored if another device has already used the same one. */
export const wireIdOf = (serial: string, id: string): string => `${id}${suffixOf(serial)}`;

/** Returns the device's own id for a stored one. */
export const ownIdOf = (serial: string, wireId: string): string =>
  wireId.endsWith(suffixOf(serial)) ? wireId.slice(0, -suffixOf(serial).length) : wireId;

async function read(tx: Transaction<Database>, table: 'incident' | 'treatment', used: readonly OwnId[]) {
  const column = sql.ref(`${table}_id`);
  const { rows } = await sql<OwnId & { readonly is_own: boolean; readonly is_taken: boolean }>`
    select used.serial, used.id, coalesce(known.serial = used.serial, false) as is_own,
      known.serial is not null or exists (select from ${sql.table(table)} suffixed where suffixed.${column} = used.id || '@' || used.serial) as is_taken
    from unnest(${used.map(({ serial }) => serial)}::text[], ${used.map(({ id }) => id)}::text[]) with ordinality used (serial, id, place)
    left join ${sql.table(table)} known on known.${column} = used.id order by used.place`.execute(tx);
  return rows;
}

/**
 * Returns the ids under which the devices' own ids, which are unique per device only, are stored: the first device to use an id gets it unchanged, every other
 * one with its serial appended. Unused ids are locked until the end of the transaction, so that two devices that use the same one concurrently get two ids.
 * Source: IDENT3.
 */
export async function wireIdsOf(tx: Transaction<Database>, table: 'incident' | 'treatment', used: readonly OwnId[]): Promise<WireId> {
  const unique = [...new Map(used.map((one) => [keyOf(one), one])).values()];
  if (unique.length === 0) return (_, id) => id;
  let rows = await read(tx, table, unique);
  const free = [...new Set(rows.filter(({ is_taken }) => !is_taken).map(({ id }) => id))].toSorted();
  if (free.length > 0) {
    await sql`select pg_advisory_xact_lock(${locks.wireIds}, hashtext(id)) from unnest(${free}::text[]) as free (id)`.execute(tx);
    rows = await read(tx, table, unique);
  }
  const firstOf = new Map<string, string>();
  const wire = new Map<string, string>();
  for (const { serial, id, is_own: isOwn, is_taken: isTaken } of rows) {
    if (!isTaken && !firstOf.has(id)) firstOf.set(id, serial);
    const isAsItIs = !id.endsWith(suffixOf(serial)) && (isOwn || firstOf.get(id) === serial);
    wire.set(keyOf({ serial, id }), isAsItIs ? id : wireIdOf(serial, id));
  }
  return (serial, id) => wire.get(keyOf({ serial, id })) ?? id;
}
