/** The tables `identity_*`, locales, validations and the last sign-ins, with their types and migrations. */

import type { Severity, ValidationType } from '#contract/validation';
import type { Instant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';
import type { Database } from '../platform/database/tables.ts';
import type { JWK } from 'jose';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';

type Json<Value> = ColumnType<Value, string, string>;

/** An account of the embedded provider. */
export type AccountTable = {
  readonly username: string;
  /** E-mail address, in lower case. */
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
  readonly locale: string;
  readonly groups: Json<readonly string[]>;
  /** Null until the invitation is accepted. */
  readonly password_hash: string | null;
  readonly status: ColumnType<'INVITED' | 'ACTIVE', 'INVITED' | 'ACTIVE' | undefined, 'ACTIVE'>;
  readonly created_at: ColumnType<Date, Date | undefined, never>;
  /** Sealed (`secondFactor/sealedTotp.ts`); null until a second factor is enrolled. */
  readonly totp_secret: string | null;
  readonly totp_pending: string | null;
  /** The sign-in for which the pending secret was created. */
  readonly totp_pending_grant: string | null;
  /** The last 30 s step whose code was accepted; a step is accepted once. */
  readonly totp_last_step: number | null;
  readonly device_name: string | null;
  /** The number of failed sign-ins since the last successful one. */
  readonly failed_sign_ins: Generated<number>;
  readonly failures_mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Time at which the account was blocked; null if it is not blocked. */
  readonly disabled_at: ColumnType<Date | null, undefined, Date | null>;
};

/** The user name of a deleted account: the account's actions are recorded under it, so no other account gets it. */
type FormerUsernameTable = {
  readonly username: string;
};

/** The purpose of a mailed link: activating an account, or choosing a new password. */
export type LinkPurpose = 'invitation' | 'password';

type InvitationTable = {
  /** SHA-256 of the token, hex; the token itself is only in the mail. */
  readonly token_hash: string;
  readonly username: string;
  readonly expires_at: Date;
  /** Null while the link is valid. */
  readonly ended: 'used' | 'revoked' | 'replaced' | null;
  /** Purpose of the link; fixed at its creation. */
  readonly purpose: ColumnType<LinkPurpose, LinkPurpose | undefined, never>;
  /** Ascending number: a link replaces the account's links with lower numbers. */
  readonly number: ColumnType<number, never, never>;
};

/** A link that changes the address of an account. It has its own table, because a server of an older version would treat it as a link with another purpose. */
type AddressLinkTable = {
  /** SHA-256 of the token, hex; the token itself is only in the mail. */
  readonly token_hash: string;
  readonly username: string;
  /** New e-mail address, in lower case. */
  readonly new_email: string;
  readonly expires_at: Date;
  /** Null while the link is valid. */
  readonly ended: 'used' | 'revoked' | 'replaced' | null;
  /** Ascending number: a link replaces the account's links with lower numbers. */
  readonly number: ColumnType<number, never, never>;
};

type RecordTable = {
  readonly model: string;
  readonly id: string;
  readonly payload: Json<AdapterPayload>;
  readonly account_id: string | null;
  readonly grant_id: string | null;
  readonly uid: string | null;
  readonly expires_at: Date;
  readonly consumed_at: Date | null;
};

type KeysTable = {
  readonly only_one: Generated<boolean>;
  /** The signing keys as sealed text; an older version stored the plain value, which the next start seals. */
  readonly jwks: Json<string | { readonly keys: JWK[] }>;
  readonly cookie_keys: Json<string | string[]>;
};

type TryTable = {
  readonly id: Generated<number>;
  readonly subject: string;
  readonly tried_at: Date;
};

type SignInRateTable = {
  readonly network: string;
  /** Time at which the allowance of the network is full again, by the clock of the database. */
  readonly full_at: Date;
};

type ProofTable = {
  /** SHA-256 of an external provider's access token whose second factor was proved by the ID token of its sign-in. */
  readonly token_hash: string;
  readonly ends_at: Date;
};

/** The tables of the identity providers. */
export type IdentityTables = {
  readonly identity_proof: ProofTable;
  readonly identity_account: AccountTable;
  readonly identity_former_username: FormerUsernameTable;
  readonly identity_invitation: InvitationTable;
  readonly identity_address_link: AddressLinkTable;
  readonly identity_record: RecordTable;
  readonly identity_keys: KeysTable;
  readonly identity_try: TryTable;
  readonly identity_sign_in_rate: SignInRateTable;
};

interface LocaleTable {
  id: string;
  name: string;
  /** An archived locale is offered only to users who already have it. */
  archived: Generated<boolean>;
}

/** A completed validation. `id` is the id of the request that started it; `number` is ascending. */
interface ValidationTable {
  number: Generated<number>;
  id: string;
  type: ValidationType;
  at: Instant;
  asked_by: string;
}

/** One finding; `place` is its index in the list. */
interface ValidationResultTable {
  validation: number;
  place: number;
  severity: Severity;
  error_message: string;
  resource_name: string;
  nimbus_id: string;
}

/** The last sign-in of a person with an external provider, with the groups in the token. */
interface SeenPersonTable {
  username: string;
  email: string;
  groups: Json<readonly string[]>;
  at: Instant;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    seen_person: SeenPersonTable;
    locale: LocaleTable;
    validation: ValidationTable;
    validation_result: ValidationResultTable;
  }
}

/** Returns the database restricted to the provider's own tables. */
export const withIdentityTables = (database: Kysely<Database>): Kysely<IdentityTables> =>
  database.$extendTables<IdentityTables>().$pickTables<keyof IdentityTables>();

/** The migrations of locales, validations, and the tables of the identity providers. */
export const identityTables: TableHistory = {
  '001_fleet': [`create table locale (id text primary key, name text not null)`],
  '002_identity': [
    `create table identity_account (
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
    )`,
    `create table identity_record (
      model text not null,
      id text not null,
      payload jsonb not null,
      account_id text,
      grant_id text,
      uid text,
      expires_at timestamptz not null,
      consumed_at timestamptz,
      primary key (model, id)
    )`,
    `create index identity_record_grant on identity_record (grant_id) where grant_id is not null`,
    `create index identity_record_uid on identity_record (model, uid) where uid is not null`,
    `create index identity_record_account on identity_record (account_id) where account_id is not null`,
    `create index identity_record_expiry on identity_record (expires_at)`,
    `create table identity_keys (
      only_one boolean primary key default true check (only_one),
      jwks jsonb not null,
      cookie_keys jsonb not null
    )`,
    `create table identity_try (
      id bigserial primary key,
      subject text not null,
      tried_at timestamptz not null
    )`,
    `create index identity_try_subject on identity_try (subject, tried_at)`,
  ],
  '012_validation': [
    `create table validation (
      number bigserial primary key,
      id text not null unique,
      type text not null check (type in ('cognito', 'organisations')),
      at timestamptz not null,
      asked_by text not null
    )`,
    `create index validation_newest on validation (type, number desc)`,
    `create table validation_result (
      validation bigint not null references validation (number) on delete cascade,
      place integer not null,
      severity text not null check (severity in ('info', 'warning', 'error', 'fatal')),
      error_message text not null,
      resource_name text not null,
      nimbus_id text not null,
      primary key (validation, place)
    )`,
  ],
  '016_invitations': [
    `alter table identity_account
      alter column password_hash drop not null,
      add column status text not null default 'ACTIVE' check (status in ('INVITED', 'ACTIVE')),
      add column created_at timestamptz not null default now(),
      add check (status = 'INVITED' or password_hash is not null)`,
    `create index identity_account_groups on identity_account using gin (groups jsonb_path_ops)`,
    `create table identity_invitation (
      token_hash text primary key,
      username text not null,
      expires_at timestamptz not null,
      ended text check (ended in ('used', 'revoked', 'replaced'))
    )`,
    `create index identity_invitation_username on identity_invitation (username)`,
  ],
  '022_failed_sign_ins': [
    `alter table identity_account
      add column failed_sign_ins integer not null default 0,
      add column failures_mailed_at timestamptz`,
    `create index identity_try_time on identity_try (tried_at)`,
  ],
  '024_proofs': [
    `create table identity_proof (token_hash text primary key, ends_at timestamptz not null)`,
    `create index identity_proof_end on identity_proof (ends_at)`,
  ],
  '025_hashed_ids': [
    `update identity_record
      set id = encode(sha256(convert_to(model || ':' || id, 'UTF8')), 'hex'), payload = payload - 'jti'
      where model in ('Session', 'RefreshToken', 'AuthorizationCode')`,
    `update identity_record set payload = payload #- '{session,cookie}' where model = 'Interaction'`,
  ],
  '028_sign_in_rate': [
    `create table identity_sign_in_rate (network text primary key, full_at timestamptz not null)`,
    `create index identity_sign_in_rate_full on identity_sign_in_rate (full_at)`,
  ],
  '036_enrolment': [`alter table identity_account add column totp_pending_grant text`],
  '037_accounts': [
    `alter table identity_account add column disabled_at timestamptz`,
    `alter table identity_invitation add column purpose text not null default 'invitation' check (purpose in ('invitation', 'password'))`,
    `create table identity_former_username (username text primary key)`,
  ],
  '045_archived_language': [`alter table locale add column archived boolean not null default false`],
  '070_seen_people': [
    `create table seen_person (username text primary key, email text not null, groups jsonb not null, at timestamptz not null)`,
    `create index seen_person_at on seen_person (at)`,
  ],
  '098_address_links': [
    `create table identity_address_link (
      token_hash text primary key,
      username text not null,
      new_email text not null check (new_email = lower(new_email)),
      expires_at timestamptz not null,
      ended text check (ended in ('used', 'revoked', 'replaced')),
      number bigserial
    )`,
    `create index identity_address_link_username on identity_address_link (username)`,
  ],
  '099_link_order': [`alter table identity_invitation add column number bigserial`],
};
