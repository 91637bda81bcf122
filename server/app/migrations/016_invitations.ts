import { sql, type Kysely } from 'kysely';

/** Accounts that are invited and have no password yet, and the links by which they get one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_account
      alter column password_hash drop not null,
      add column status text not null default 'ACTIVE' check (status in ('INVITED', 'ACTIVE')),
      add column created_at timestamptz not null default now(),
      add check (status = 'INVITED' or password_hash is not null)`.execute(database);
  await sql`create index identity_account_groups on identity_account using gin (groups jsonb_path_ops)`.execute(database);
  await sql`
    create table identity_invitation (
      token_hash text primary key,
      username text not null,
      expires_at timestamptz not null,
      ended text check (ended in ('used', 'revoked', 'replaced'))
    )`.execute(database);
  await sql`create index identity_invitation_username on identity_invitation (username)`.execute(database);
}
