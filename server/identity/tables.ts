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
  /** Null until the invitation was accepted. */
  readonly password_hash: string | null;
  readonly status: ColumnType<'INVITED' | 'ACTIVE', 'INVITED' | 'ACTIVE' | undefined, 'ACTIVE'>;
  readonly created_at: ColumnType<Date, Date | undefined, never>;
  /** Base32; null until a second factor is associated. */
  readonly totp_secret: string | null;
  readonly totp_pending: string | null;
  /** The last 30 s step whose code was accepted; no step counts twice. */
  readonly totp_last_step: number | null;
  readonly device_name: string | null;
};

type InvitationTable = {
  /** SHA-256 of the token, hex; the token itself is in the mail alone. */
  readonly token_hash: string;
  readonly username: string;
  readonly expires_at: Date;
  /** Null while it can be accepted. */
  readonly ended: 'used' | 'revoked' | 'replaced' | null;
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
  readonly identity_invitation: InvitationTable;
  readonly identity_record: RecordTable;
  readonly identity_keys: KeysTable;
  readonly identity_try: TryTable;
};
