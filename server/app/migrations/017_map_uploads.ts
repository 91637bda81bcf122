import { sql, type Kysely } from 'kysely';

/** The whole plans of uploaded site versions; a map that was uploaded may stand in no greenhouse yet. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table site_map alter column greenhouse_id drop not null`.execute(database);
  await sql`
    create table map_plan (
      map_id text not null references site_map (id),
      version text not null,
      layers jsonb not null,
      primary key (map_id, version)
    )`.execute(database);
}
