import { sql, type Kysely } from 'kysely';

/** The sealed network information of locations. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table location_network (location_id text primary key references location (id), sealed bytea not null)`.execute(database);
}
