import { sql, type Kysely } from 'kysely';

const statements = [
  // `at` is when it happened by our clock, `device_time` what the device said. Its data keeps the order of its fields: json.
  `create table device_event (id bigserial primary key, serial text not null references device (serial), at timestamptz not null,
    received_at timestamptz not null, device_time timestamptz not null, level text not null, message text not null, data json, action jsonb)`,
  // What a device says twice happened once. A message may be longer than an index allows.
  `create unique index device_event_once on device_event (serial, device_time, md5(message))`,
  `create index device_event_newest on device_event (serial, at desc, id desc)`,
  `create index device_event_level on device_event (serial, level, at desc, id desc)`,
  `create table device_log (serial text not null references device (serial), database_id text not null, timestamp timestamptz not null,
    received_at timestamptz not null, primary key (serial, database_id))`,
  `create index device_log_newest on device_log (serial, timestamp desc, database_id desc)`,
];

/** What devices write down: events, and the log files that lie on them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
