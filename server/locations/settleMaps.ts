import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/**
 * Determines at the start which greenhouse is the home of a map, and thereby who sees the map. Earlier versions left the home of a map in the greenhouse that
 * had it before. A map that several greenhouses have must be assigned by people; the validation reports it. Source: ONEMAP1.
 */
export async function settleMaps(database: Kysely<Database>): Promise<void> {
  await sql`
    update site_map set greenhouse_id = holder.id
    from (select map_id, min(id) as id from greenhouse where map_id is not null group by map_id having count(*) = 1) holder
    where holder.map_id = site_map.id and site_map.greenhouse_id is distinct from holder.id`.execute(database);
}
