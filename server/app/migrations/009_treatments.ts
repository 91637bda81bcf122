import { sql, type Kysely } from 'kysely';

/** What treatments tell beyond their counts, and the way to those of one map. What is known already was told in the oldest form. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table treatment
      add column version integer not null default 2,
      add column map_version text,
      add column test_mission boolean,
      add column has_stats boolean not null default true,
      add column is_counted boolean not null default false`.execute(database);
  await sql`
    create table treatment_jobs (
      treatment_id text primary key references treatment (treatment_id) on delete cascade,
      jobs jsonb not null
    )`.execute(database);
  await sql`create index treatment_of_map on treatment (map_id, creation_time desc)`.execute(database);
}
