import { sql, type Kysely } from 'kysely';

const statements = [
  // `epoch` counts up with every change of control and never back.
  `create table control (serial text primary key references device (serial), holder text, holder_name text, since timestamptz,
    epoch integer not null, changed_at timestamptz not null, check ((holder is null) = (since is null)))`,
  `create index control_changed on control (changed_at)`,
  `create table presence (username text primary key, seen_at timestamptz not null)`,
  `create table command (id text primary key, device_serial text not null references device (serial), command text not null, arguments jsonb not null,
    status text not null check (status in ('given', 'sent', 'delivered', 'done', 'failed', 'expired')),
    given_at timestamptz not null, given_by text not null, given_by_name text not null, holder text, holder_name text, epoch integer,
    expires_at timestamptz not null, ends_by timestamptz not null, sent_at timestamptz, delivered_at timestamptz, ended_at timestamptz,
    confirmed_at timestamptz, text text)`,
  `create index command_recent on command (device_serial, given_at desc, id)`,
  `create index command_config on command (device_serial, given_at) where command = 'config'`,
  `create index command_open on command (expires_at) where ended_at is null`,
  `create table audit (id bigint primary key, at timestamptz not null, who text not null, role text, call text not null, params jsonb not null,
    request_id text not null, status integer not null, hash text not null)`,
  // The end of the chain; who holds its row is the one writer.
  `create table audit_head (only_one boolean primary key default true check (only_one), id bigint not null, hash text not null)`,
  `insert into audit_head (id, hash) values (0, '')`,
];

/** Who controls a device, what it was told, and the record of all that was done. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
