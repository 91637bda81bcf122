/** The server's key pair for push services (VAPID, RFC 8292), created once (`push_key`). */

import type { Kysely } from 'kysely';
import type { KeyObject } from 'node:crypto';
import type { Database } from '../platform/database/tables.ts';
import { openText, sealText } from '../platform/secrets/encryption.ts';

/** The server's key pair for push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

// Imported on first use, since only installations with registered browsers need it.
/** Returns the library of push messages. */
export const webPush = async () => (await import('web-push')).default;

const PLACE = 'notifications/push_key';

function opened(key: KeyObject, stored: { readonly public_key: string; readonly sealed_private_key: string }): PushKeys {
  const privateKey = openText(key, stored.sealed_private_key, PLACE);
  if (privateKey === null)
    throw new Error('The key of notifications was sealed with another CREDENTIAL_KEY or credential-key of DATA_DIR.');
  return { publicKey: stored.public_key, privateKey };
}

/**
 * Returns the key pair; creates it at the first call. All of several concurrent first calls use the pair of the one that wins, because browsers are registered
 * with that pair and would have to register again with another.
 */
export async function loadPushKeys(database: Kysely<Database>, key: KeyObject): Promise<PushKeys> {
  const read = () => database.selectFrom('push_key').select(['public_key', 'sealed_private_key']).executeTakeFirst();
  const stored = await read();
  if (stored !== undefined) return opened(key, stored);
  const generated = (await webPush()).generateVAPIDKeys();
  await database
    .insertInto('push_key')
    .values({ id: 1, public_key: generated.publicKey, sealed_private_key: sealText(key, generated.privateKey, PLACE) })
    .onConflict((clash) => clash.doNothing())
    .execute();
  return loadPushKeys(database, key);
}
