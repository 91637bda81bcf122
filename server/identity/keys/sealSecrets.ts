import type { KeyObject } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { isSealedText } from '../../platform/secrets/encryption.ts';
import { chunks } from '../../platform/database/chunks.ts';
import { sealTotp } from '../secondFactor/sealedTotp.ts';
import type { IdentityTables } from '../tables.ts';
import { sealedKeys } from './signingKeys.ts';
import { locks } from '../../platform/database/locks.ts';

const ACCOUNTS_PER_STATEMENT = 500;

async function sealKeys(tx: Transaction<IdentityTables>, key: KeyObject): Promise<void> {
  const stored = await tx.selectFrom('identity_keys').select(['jwks', 'cookie_keys']).executeTakeFirst();
  if (stored === undefined || typeof stored.jwks === 'string' || typeof stored.cookie_keys === 'string') return;
  await tx
    .updateTable('identity_keys')
    .set(sealedKeys(key, { jwks: stored.jwks, cookie_keys: stored.cookie_keys }))
    .execute();
}

async function sealColumn(tx: Transaction<IdentityTables>, key: KeyObject, column: 'totp_secret' | 'totp_pending'): Promise<void> {
  const rows = await tx.selectFrom('identity_account').select(['username', column]).where(column, 'is not', null).execute();
  const plain = rows.flatMap(({ username, [column]: secret }) =>
    secret === null || secret === undefined || isSealedText(secret) ? [] : [{ username, secret }],
  );
  for (const accounts of chunks(plain, ACCOUNTS_PER_STATEMENT)) {
    const names = accounts.map(({ username }) => username);
    const secrets = accounts.map(({ secret }) => secret);
    const sealed = accounts.map(({ username, secret }) => sealTotp(key, username, secret));
    // A secret that was changed meanwhile differs from the sealed one, and is kept.
    await sql`
      update identity_account set ${sql.ref(column)} = made.sealed
      from unnest(${names}::text[], ${secrets}::text[], ${sealed}::text[]) made (username, secret, sealed)
      where identity_account.username = made.username and identity_account.${sql.ref(column)} = made.secret`.execute(tx);
  }
}

/** Encrypts the keys and TOTP secrets that an older version stored in plain text. Sign-ins and enrolments continue meanwhile. */
export async function sealSecrets(database: Kysely<IdentityTables>, key: KeyObject): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.sealIdentity})`.execute(tx);
    await sealKeys(tx, key);
    await sealColumn(tx, key, 'totp_secret');
    await sealColumn(tx, key, 'totp_pending');
  });
}
