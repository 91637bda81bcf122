/** Signed access tokens of devices for MQTT and HTTP: creation, verification, end, expiry and generation. */

import { Buffer } from 'node:buffer';
import { createSecretKey, hkdfSync, type KeyObject, randomInt } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Kysely, Transaction } from 'kysely';
import type { TokenAnswer } from '#contract/devices/deviceToken';
import { z } from '#contract/schema';
import { DAY_MS } from '#domain/text/timeUnits';
import { holdDevice } from '../../locations/holdOwner.ts';
import type { Database } from '../../platform/database/tables.ts';
import { isDecommissioned } from '#domain/devices/deviceList';
import { conflict } from '../../platform/failure/failure.ts';
import type { FileAnswer } from '../../platform/http/serveFile.ts';
import type { Scope } from '../../platform/principal.ts';

/** Lifetime of a token that a person downloads, in ms: 30 days. */
const BY_HAND_MS = 30 * DAY_MS;
/** Lifetime of a token that a device gets with its key, in ms. */
const BY_KEY_MS = DAY_MS;
const AUDIENCE = 'devices';
const KEY_BYTES = 32;

/** Derives the signing key of device tokens from the credential key (HKDF), so that the two differ. */
export const tokenKey = (key: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'access tokens of devices', KEY_BYTES)));

type Store = Kysely<Database> | Transaction<Database>;

/** Returns the valid token generation of a device; null for an unknown or decommissioned device. */
async function generationOf(store: Store, serial: string): Promise<number | null> {
  const row = await store
    .selectFrom('device')
    .select(['token_generation', 'life_cycle_stage', 'name'])
    .where('serial', '=', serial)
    .executeTakeFirst();
  return row === undefined || isDecommissioned(row) ? null : row.token_generation;
}

/** Exclusive upper bound of a device's first generation: the range is far larger than the number of generations that a device uses in its life. */
const MAX_GENERATION = 2_000_000_000;

/**
 * Returns the first generation of a device's tokens. It is random, so no token of a former device is valid for a new device with the same serial. Source:
 * RENEW6.
 */
export const firstGeneration = (): number => randomInt(1, MAX_GENERATION);

/** The stored data about the tokens of a device; null removes them. */
interface TokenNote {
  readonly hand_made_ends_at: Date | null;
  readonly renewed_at?: Date;
}

/** Records a new token of a device. */
async function noteToken(store: Store, serial: string, note: TokenNote): Promise<void> {
  await store
    .insertInto('device_token')
    .values({ serial, ...note })
    .onConflict((known) => known.column('serial').doUpdateSet(note))
    .execute();
}

/** Ends all access tokens of a device. After the commit, the caller ends the connection of the device. */
export async function endTokens(store: Store, serial: string): Promise<void> {
  await store.deleteFrom('device_token').where('serial', '=', serial).execute();
  await store
    .updateTable('device')
    .set((row) => ({ token_generation: row('token_generation', '+', 1) }))
    .where('serial', '=', serial)
    .execute();
}

const seconds = (ms: number) => Math.floor(ms / 1_000);

/** Function that lets a device connect to a broker that does not ask the server about tokens. */
export type AdmitDevice = (serial: string, token: string) => Promise<void>;

/** Dependencies of the token check: the stored generations, the credential key, and the current time in ms since epoch. */
interface TokenParts {
  readonly database: Kysely<Database>;
  readonly key: KeyObject;
  readonly now: number;
}
/** The dependencies of creating tokens. */
interface MakingParts extends TokenParts {
  readonly admitDevice?: AdmitDevice | undefined;
}

/** A token and its times, in ms since epoch. */
interface MadeToken {
  readonly token: string;
  readonly generation: number;
  readonly issuedAt: number;
  readonly endsAt: number;
}

async function signToken({ key, now }: TokenParts, serial: string, generation: number, lastsMs: number): Promise<MadeToken> {
  const endsAt = now + lastsMs;
  const token = await new SignJWT({ generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(serial)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(endsAt))
    .sign(tokenKey(key));
  return { token, generation, issuedAt: now, endsAt };
}

const contentOf = (serial: string, { token, issuedAt, endsAt }: MadeToken) => ({
  device_serial: serial,
  access_token: token,
  issued_at: new Date(issuedAt).toISOString(),
  expires_at: new Date(endsAt).toISOString(),
});

/** The device of a new token. `scope` is that of the person who downloads the token, or `all` for the device itself, whatever its owner. */
interface TokenDevice {
  readonly serial: string;
  readonly scope: Scope;
}

/**
 * Records a new token and registers it with the broker. The row of the device is locked meanwhile: a call that ends its tokens runs either before, so that this
 * token is refused, or after, so that it ends this token. Throws 409 if the tokens have ended since the generation was read.
 */
async function issue(
  { database, admitDevice }: MakingParts,
  { serial, scope }: TokenDevice,
  made: MadeToken,
  note: TokenNote,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await holdDevice(tx, scope, serial);
    const row = await tx.selectFrom('device').select('token_generation').where('serial', '=', serial).forShare().executeTakeFirst();
    if (row?.token_generation !== made.generation) throw conflict('The access tokens of this device have just ended. Try again.');
    await noteToken(tx, serial, note);
    await admitDevice?.(serial, made.token);
  });
}

/** Creates an access token of a device, as a JSON file to install on it. The broker accepts the token as the device's password. */
export async function deviceTokenFile(parts: MakingParts, device: TokenDevice): Promise<FileAnswer> {
  const { serial } = device;
  const generation = await generationOf(parts.database, serial);
  if (generation === null) throw conflict('A decommissioned device gets no token.');
  const made = await signToken(parts, serial, generation, BY_HAND_MS);
  await issue(parts, device, made, { hand_made_ends_at: new Date(made.endsAt) });
  const body = Buffer.from(`${JSON.stringify(contentOf(serial, made), null, 2)}\n`);
  return { fileName: `${serial}_access_token.json`, type: 'application/json', body };
}

/** Creates the token that a device gets with its key, of the generation that was valid when its signature was checked. */
export async function renewedToken(parts: MakingParts, serial: string, generation: number): Promise<TokenAnswer> {
  const made = await signToken(parts, serial, generation, BY_KEY_MS);
  await issue(parts, { serial, scope: 'all' }, made, { hand_made_ends_at: null, renewed_at: new Date(parts.now) });
  return { ...contentOf(serial, made), expires_in: BY_KEY_MS / 1_000 };
}

/** A device that was seen within this time, in ms, may still be connected: the expiry of its token does not disconnect it. */
const SEEN_MS = 300_000;

/** Returns the given devices whose newest token has expired, except devices that may still be connected with it. */
export async function endedTokens(database: Kysely<Database>, serials: readonly string[], now: number): Promise<readonly string[]> {
  if (serials.length === 0) return [];
  const rows = await database
    .selectFrom('device_token')
    .innerJoin('device', 'device.serial', 'device_token.serial')
    .select(['device.serial', 'hand_made_ends_at', 'renewed_at', 'last_seen'])
    .where('device.serial', '=', (row) => row.fn.any(row.val([...serials])))
    .execute();
  const counting = rows.filter(({ hand_made_ends_at, renewed_at, last_seen }) => {
    const endsAt = hand_made_ends_at?.getTime() ?? (renewed_at?.getTime() ?? Number.NEGATIVE_INFINITY) + BY_KEY_MS;
    return endsAt > now || (last_seen?.getTime() ?? Number.NEGATIVE_INFINITY) > now - SEEN_MS;
  });
  const kept = new Set(counting.map(({ serial }) => serial));
  return serials.filter((serial) => !kept.has(serial));
}

// A token of an earlier release names no generation.
const claims = z.object({ generation: z._default(z.number(), 0) });

/** Returns whether a token is valid for this device: signed, not expired, and of the current generation. */
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
