import { Buffer } from 'node:buffer';
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Kysely, Transaction } from 'kysely';
import { z } from '#contract/schema';
import type { Database } from '../../platform/database/tables.ts';
import { isDecommissioned } from '#domain/devices/deviceList';
import { conflict } from '../../platform/failure.ts';
import type { FileAnswer } from '../../platform/http/serveFile.ts';

const DAY_MS = 86_400_000;
/** Lifetime of a token, in days. */
const LASTS_DAYS = 30;
const AUDIENCE = 'devices';
const KEY_BYTES = 32;

/** Derives the signing key of device tokens from the credential key (HKDF), so that the two differ. */
export const tokenKey = (key: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'access tokens of devices', KEY_BYTES)));

type Store = Kysely<Database> | Transaction<Database>;

/** Returns the generation of the tokens that count for a device; null for an unknown device and for one that is decommissioned. */
async function generationOf(store: Store, serial: string): Promise<number | null> {
  const row = await store
    .selectFrom('device')
    .select(['token_generation', 'life_cycle_stage', 'name'])
    .where('serial', '=', serial)
    .executeTakeFirst();
  return row === undefined || isDecommissioned(row) ? null : row.token_generation;
}

/** Ends all access tokens of a device. Its connection is ended by the caller, after the commit. */
export async function endTokens(store: Store, serial: string): Promise<void> {
  await store
    .updateTable('device')
    .set((row) => ({ token_generation: row('token_generation', '+', 1) }))
    .where('serial', '=', serial)
    .execute();
}

const seconds = (ms: number) => Math.floor(ms / 1_000);

/** What tokens are made of: where generations are stored, the credential key, and the time in ms since epoch. */
interface TokenParts {
  readonly database: Kysely<Database>;
  readonly key: KeyObject;
  readonly now: number;
}

/** Creates an access token of a device, as a JSON file to install on it. The broker accepts the token as the device's password. */
export async function deviceTokenFile({ database, key, now }: TokenParts, serial: string): Promise<FileAnswer> {
  const generation = await generationOf(database, serial);
  if (generation === null) throw conflict('A decommissioned device gets no token.');
  const endsAt = now + LASTS_DAYS * DAY_MS;
  const access_token = await new SignJWT({ generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(serial)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(endsAt))
    .sign(tokenKey(key));
  const content = {
    device_serial: serial,
    access_token,
    issued_at: new Date(now).toISOString(),
    expires_at: new Date(endsAt).toISOString(),
  };
  return { fileName: `${serial}_access_token.json`, type: 'application/json', body: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) };
}

// A token of a former version names no generation.
const claims = z.object({ generation: z._default(z.number(), 0) });

/** Returns whether a token is valid for this device: signed, not expired, and of the present generation. */
export async function isTokenOf({ database, key, now }: TokenParts, serial: string, token: string): Promise<boolean> {
  const read = await jwtVerify(token, tokenKey(key), {
    subject: serial,
    audience: AUDIENCE,
    algorithms: ['HS256'],
    currentDate: new Date(now),
  }).catch(() => null);
  if (read === null) return false;
  const { generation } = claims.parse(read.payload);
  return generation === (await generationOf(database, serial));
}
