/** The metadata of a device with its secrets, encrypted in the table `device_secret`: stored, read in plain text, and encrypted at the start. */

import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from '#contract/schema';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { holdsMask } from './keptSecrets.ts';
import { maskSecrets, type MetadataSchema } from './maskSecrets.ts';
import { encrypt, decrypt } from '../../platform/secrets/encryption.ts';
import { locks } from '../../platform/database/locks.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';

type Store = Kysely<Database> | Transaction<Database>;
type Metadata = Readonly<Record<string, unknown>>;

const shape = z.record(z.string(), z.unknown());
const DEVICES_PER_STATEMENT = 500;

const placeOf = (serial: string) => `${serial}/metadata`;
const sealedText = (key: KeyObject, serial: string, metadata: Metadata) => encrypt(key, JSON.stringify(metadata), placeOf(serial));
const isPlain = (metadata: Metadata, schema: MetadataSchema) => !isDeepStrictEqual(metadata, maskSecrets(metadata, schema));

/** Returns metadata with plain-text secrets; null when it was encrypted with another key. `stored` is the masked metadata of the device row. */
export async function readMetadata(store: Store, key: KeyObject, serial: string, stored: Metadata | null): Promise<Metadata | null> {
  const row = await store.selectFrom('device_secret').select('sealed').where('serial', '=', serial).executeTakeFirst();
  if (row === undefined) return stored ?? {};
  const text = decrypt(key, row.sealed, placeOf(serial));
  return text === null ? null : shape.parse(JSON.parse(text));
}

/** Returns the instant at which secrets of a device were saved; null if it is unknown or the device has no secrets. */
export async function metadataSavedAt(store: Store, serial: string): Promise<Date | null> {
  const row = await store.selectFrom('device_secret').select('saved_at').where('serial', '=', serial).executeTakeFirst();
  return row?.saved_at ?? null;
}

/** Metadata to store; `savedAt` is undefined if the metadata contains secrets that were stored before, which keep their instant. */
interface Kept {
  readonly serial: string;
  readonly metadata: Metadata;
  readonly schema: MetadataSchema;
  readonly savedAt: Date | undefined;
}

/** Stores metadata encrypted when it contains secrets. Returns the masked metadata, which the caller writes to the device row. */
export async function storeMetadata(
  tx: Transaction<Database>,
  key: KeyObject,
  { serial, metadata, schema, savedAt: saved_at }: Kept,
): Promise<Metadata> {
  if (isPlain(metadata, schema)) {
    const row = { sealed: sealedText(key, serial, metadata), ...(saved_at === undefined ? {} : { saved_at }) };
    await tx
      .insertInto('device_secret')
      .values({ serial, saved_at: null, ...row })
      .onConflict((known) => known.column('serial').doUpdateSet(row))
      .execute();
  } else await tx.deleteFrom('device_secret').where('serial', '=', serial).execute();
  return maskSecrets(metadata, schema);
}

/** Metadata of a device as stored, and with its secrets readable; null when they were encrypted with another key. */
export interface OpenMetadata {
  readonly serial: string;
  readonly isValid: boolean;
  readonly stored: Metadata;
  readonly readable: Metadata | null;
}

/** Returns the metadata of all devices of a type, decrypted in short turns of the thread. */
export async function readMetadataOfType(store: Store, key: KeyObject, device_type: string): Promise<readonly OpenMetadata[]> {
  const rows = await store
    .selectFrom('device')
    .leftJoin('device_secret', 'device_secret.serial', 'device.serial')
    .select(['device.serial', 'metadata', 'metadata_valid', 'sealed'])
    .where('device_type', '=', device_type)
    .orderBy('device.serial')
    .execute();
  return mapInTurns(rows, ({ serial, metadata, metadata_valid: isValid, sealed }) => {
    const stored = z.nullable(shape).parse(metadata) ?? {};
    const text = sealed === null ? undefined : decrypt(key, sealed, placeOf(serial));
    const readable = text === undefined ? stored : text === null ? null : shape.parse(JSON.parse(text));
    return { serial, isValid, stored, readable };
  });
}

/** A device whose metadata holds secrets in plain text. */
interface Plain {
  readonly serial: string;
  readonly metadata: Metadata;
  readonly schema: MetadataSchema;
}

/**
 * Encrypts metadata secrets that are stored in plain text: secrets of the demo seed, of older versions, and of fields that a schema has marked since the last
 * start.
 */
export async function sealMetadata(database: Kysely<Database>, key: KeyObject): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.sealMetadata})`.execute(tx);
    const types = await tx.selectFrom('device_type').select(['id', 'metadata_schema']).execute();
    const schemas = new Map(types.map(({ id, metadata_schema }) => [id, z.nullable(shape).parse(metadata_schema)]));
    const rows = await tx
      .selectFrom('device')
      .select(['serial', 'device_type', 'metadata'])
      .where('metadata', 'is not', null)
      .orderBy('serial')
      .execute();
    const plain = rows.flatMap(({ serial, device_type, metadata: stored }): Plain[] => {
      const [metadata, schema] = [shape.parse(stored), schemas.get(device_type) ?? null];
      return isPlain(metadata, schema) ? [{ serial, metadata, schema }] : [];
    });
    for (const devices of chunks(plain, DEVICES_PER_STATEMENT)) await sealAll(tx, key, devices);
  });
}

/** Stores the metadata of devices encrypted, each with a masked device row. Values that are already masked keep their encrypted value. */
export async function sealAll(tx: Transaction<Database>, key: KeyObject, devices: readonly Plain[]): Promise<void> {
  for (const isPartly of [true, false]) {
    const rows = devices
      .filter(({ metadata }) => holdsMask(metadata) === isPartly)
      .map(({ serial, metadata }) => ({ serial, sealed: sealedText(key, serial, metadata) }));
    if (rows.length === 0) continue;
    await tx
      .insertInto('device_secret')
      .values(rows)
      // If other secrets are masked, only the encrypted metadata is complete, so it must not be lost.
      .onConflict((known) => (isPartly ? known.doNothing() : known.column('serial').doUpdateSet({ sealed: sql`excluded.sealed` })))
      .execute();
  }
  const serials = devices.map(({ serial }) => serial);
  const texts = devices.map(({ metadata, schema }) => JSON.stringify(maskSecrets(metadata, schema)));
  await sql`
    update device set metadata = masked.metadata::jsonb
    from unnest(${serials}::text[], ${texts}::text[]) masked (serial, metadata) where device.serial = masked.serial`.execute(tx);
}
