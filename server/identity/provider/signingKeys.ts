import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import type { IdentityTables } from '../tables.ts';

/** The provider's signing keys and cookie keys. */
export interface Keys {
  readonly jwks: { readonly keys: JWK[] };
  readonly cookie_keys: string[];
}

/** Returns the keys; creates them at the first start. Of several concurrent first starts one wins and all use its keys. */
export async function loadKeys(database: Kysely<IdentityTables>): Promise<Keys> {
  const stored = await database.selectFrom('identity_keys').select(['jwks', 'cookie_keys']).executeTakeFirst();
  if (stored !== undefined) return stored;
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomBytes(12).toString('base64url'), use: 'sig', alg: 'RS256' };
  await database
    .insertInto('identity_keys')
    .values({ jwks: JSON.stringify({ keys: [key] }), cookie_keys: JSON.stringify([randomBytes(32).toString('base64url')]) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return database.selectFrom('identity_keys').select(['jwks', 'cookie_keys']).executeTakeFirstOrThrow();
}

/** Returns a function that finds the public key for a token header; it throws for an unknown key. */
export function keyFinder({ jwks }: Keys): (header: { kid?: string }) => KeyObject {
  const byId = new Map(jwks.keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  return ({ kid }) => {
    const found = byId.get(kid);
    if (found === undefined) throw new Error('unknown key');
    return found;
  };
}
