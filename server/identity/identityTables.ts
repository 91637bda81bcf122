import type { JWK } from 'jose';
import type { ColumnType, Generated } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';

type Json<Value> = ColumnType<Value, string, string>;

/** A person who can sign in at the embedded provider. */
export type AccountTable = {
  readonly username: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
  readonly locale: string;
  readonly groups: Json<readonly string[]>;
  readonly password_hash: string;
  /** Base32; null until a second factor is associated. */
  readonly totp_secret: string | null;
  readonly totp_pending: string | null;
  /** The last 30 s step whose code was accepted; no step counts twice. */
  readonly totp_last_step: number | null;
  readonly device_name: string | null;
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
  readonly jwks: Json<{ readonly keys: JWK[] }>;
  readonly cookie_keys: Json<string[]>;
};

type TryTable = {
  readonly id: Generated<number>;
  readonly subject: string;
  readonly tried_at: Date;
};

/** The tables of the embedded provider. */
export type IdentityTables = {
  readonly identity_account: AccountTable;
  readonly identity_record: RecordTable;
  readonly identity_keys: KeysTable;
  readonly identity_try: TryTable;
};
