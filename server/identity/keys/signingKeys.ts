/** The provider's signing and cookie keys, encrypted in the database: creates and loads them, and finds the public key for a token. */

import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { z } from '#contract/schema';
import { openText, sealText } from '../../platform/secrets/encryption.ts';
import type { IdentityTables } from '../tables.ts';

/** The provider's signing keys and cookie keys. */
export interface Keys {
  readonly jwks: { readonly keys: JWK[] };
  readonly cookie_keys: string[];
}

const PLACES = { jwks: 'identity/jwks', cookie_keys: 'identity/cookie_keys' } as const;
const shape = z.object({ jwks: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }), cookie_keys: z.array(z.string()) });

/** Returns the keys as encrypted columns, each of which is a JSON text. */
export const sealedKeys = (key: KeyObject, { jwks, cookie_keys }: Keys) => ({
  jwks: JSON.stringify(sealText(key, JSON.stringify(jwks), PLACES.jwks)),
  cookie_keys: JSON.stringify(sealText(key, JSON.stringify(cookie_keys), PLACES.cookie_keys)),
});

function openKeys(key: KeyObject, stored: { readonly jwks: unknown; readonly cookie_keys: unknown }): Keys {
  const open = (column: keyof Keys): unknown => {
    const text = openText(key, String(stored[column]), PLACES[column]);
    if (text === null) {
      throw new Error('The keys of the identity provider were sealed with another CREDENTIAL_KEY or credential-key of DATA_DIR.');
    }
    return JSON.parse(text);
  };
  return shape.parse({ jwks: open('jwks'), cookie_keys: open('cookie_keys') });
}

/**
 * Returns the keys; creates them at the first start. Of several concurrent first starts, one wins and all use its keys. Throws if the keys were sealed with
 * another key: creating new ones would end every sign-in, even if only the setting is wrong.
 */
export async function loadKeys(database: Kysely<IdentityTables>, key: KeyObject): Promise<Keys> {
  const stored = await database.selectFrom('identity_keys').select(['jwks', 'cookie_keys']).executeTakeFirst();
  if (stored !== undefined) return openKeys(key, stored);
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: randomBytes(12).toString('base64url'), use: 'sig', alg: 'RS256' };
  await database
    .insertInto('identity_keys')
    .values(sealedKeys(key, { jwks: { keys: [jwk] }, cookie_keys: [randomBytes(32).toString('base64url')] }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return openKeys(key, await database.selectFrom('identity_keys').select(['jwks', 'cookie_keys']).executeTakeFirstOrThrow());
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
