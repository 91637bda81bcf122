import { sql, type Kysely } from 'kysely';

/** By which request something was done to a device, so that the same request again is the same act. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table device_action add column request_id text`.execute(database);
}
