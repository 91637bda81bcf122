import { sql, type Kysely } from 'kysely';

/** What was done to devices, for good; and one serial in one spelling only, since people read `lf-01` and `LF-01` as the same device. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_action (
      id bigserial primary key,
      device_serial text references device (serial),
      organisation text,
      action_type text not null,
      at timestamptz not null,
      done_by text not null,
      done_by_name text not null,
      old_value jsonb,
      new_value jsonb
    )`.execute(database);
  await sql`create index device_action_time on device_action (at desc, id desc)`.execute(database);
  await sql`create index device_action_of on device_action (device_serial, at desc, id desc)`.execute(database);
  await sql`create unique index device_one_spelling on device (lower(serial))`.execute(database);
}
