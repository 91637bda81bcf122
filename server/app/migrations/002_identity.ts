import { sql, type Kysely } from 'kysely';

/** Accounts, the provider's own records, its keys, and the tries at guessing a secret. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_account (
      username text primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      family_name text not null,
      locale text not null,
      groups jsonb not null,
      password_hash text not null,
      totp_secret text,
      totp_pending text,
      totp_last_step integer,
      device_name text
    )`.execute(database);
  await sql`
    create table identity_record (
      model text not null,
      id text not null,
      payload jsonb not null,
      account_id text,
      grant_id text,
      uid text,
      expires_at timestamptz not null,
      consumed_at timestamptz,
      primary key (model, id)
    )`.execute(database);
  await sql`create index identity_record_grant on identity_record (grant_id) where grant_id is not null`.execute(database);
  await sql`create index identity_record_uid on identity_record (model, uid) where uid is not null`.execute(database);
  await sql`create index identity_record_account on identity_record (account_id) where account_id is not null`.execute(database);
  await sql`create index identity_record_expiry on identity_record (expires_at)`.execute(database);
  await sql`
    create table identity_keys (
      only_one boolean primary key default true check (only_one),
      jwks jsonb not null,
      cookie_keys jsonb not null
    )`.execute(database);
  await sql`
    create table identity_try (
      id bigserial primary key,
      subject text not null,
      tried_at timestamptz not null
    )`.execute(database);
  await sql`create index identity_try_subject on identity_try (subject, tried_at)`.execute(database);
}
