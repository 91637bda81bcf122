import { sql, type Kysely } from 'kysely';

const statements = [
  // json keeps the order of the files and of their parameters; jsonb would sort them.
  `create table config_schema (id text primary key, files json not null)`,
  `create table config_device (serial text primary key references device (serial), schema_id text not null references config_schema (id),
    since timestamptz not null, first_values jsonb not null)`,
  `create table config_change (id bigserial primary key, serial text not null references config_device (serial), file_name text not null,
    config_name text not null, old_value jsonb, new_value jsonb not null, at timestamptz not null, device_time timestamptz,
    by_username text not null, by_name text not null, command_id text unique)`,
  // The value of one parameter at any time is one look-up, however long its past is.
  `create index config_change_parameter on config_change (serial, file_name, config_name, at desc, id desc)`,
  `create index config_change_recent on config_change (serial, at desc, id desc)`,
  `create function refuse_config_rewrite() returns trigger language plpgsql as
    $$ begin raise exception 'changes of configuration are never rewritten'; end $$`,
  `create trigger config_change_append_only before update or delete or truncate on config_change execute function refuse_config_rewrite()`,
  // Who is changing a parameter just now: one at a time, whichever instance is asked.
  `create table config_pending (serial text not null references config_device (serial), file_name text not null, config_name text not null,
    command_id text not null, new_value jsonb not null, by_name text not null, until timestamptz not null,
    primary key (serial, file_name, config_name))`,
];

/** What parameters devices have, how they began, and every change since. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
