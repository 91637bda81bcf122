import { sql, type Kysely } from 'kysely';

/** The validations of the identity provider's data, and what each of them found. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table validation (
      number bigserial primary key,
      id text not null unique,
      type text not null check (type in ('cognito', 'organisations')),
      at timestamptz not null,
      asked_by text not null
    )`.execute(database);
  await sql`create index validation_newest on validation (type, number desc)`.execute(database);
  await sql`
    create table validation_result (
      validation bigint not null references validation (number) on delete cascade,
      place integer not null,
      severity text not null check (severity in ('info', 'warning', 'error', 'fatal')),
      error_message text not null,
      resource_name text not null,
      nimbus_id text not null,
      primary key (validation, place)
    )`.execute(database);
}
