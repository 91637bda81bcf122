import { sql, type Kysely } from 'kysely';

/** How layers of a plan were drawn before (the newest drawing is the plan's own), and which version of a map's layer is which drawing, made when and by whom. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table plan_layer (
      plan_id text not null references plan (id),
      layer text not null,
      edition integer not null check (edition > 0),
      drawing jsonb not null,
      primary key (plan_id, layer, edition)
    )`.execute(database);
  await sql`
    create table map_layer (
      map_id text not null references site_map (id),
      layer text not null,
      version text not null,
      edition integer not null check (edition >= 0),
      made_at timestamptz not null,
      done_by text not null,
      message text not null,
      primary key (map_id, layer, version)
    )`.execute(database);
}
