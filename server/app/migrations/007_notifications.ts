import { sql, type Kysely } from 'kysely';

/** What each person wants to be notified of, and which of their telephones take notifications. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_setting (
      username text not null,
      serial text not null references device (serial) on delete cascade,
      mobile_push boolean not null,
      primary key (username, serial)
    )`.execute(database);
  await sql`
    create table push_subscription (
      id text primary key,
      username text not null,
      created_at timestamptz not null
    )`.execute(database);
  await sql`create index push_subscription_of on push_subscription (username)`.execute(database);
}
