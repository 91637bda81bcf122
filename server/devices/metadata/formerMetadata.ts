/** The metadata before its last change, kept until the device has fetched the current one. */

import type { KeyObject } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from '#contract/schema';
import { hasFetched } from '../../locations/fetchedParts.ts';
import type { Database } from '../../platform/database/tables.ts';
import { decrypt, encrypt } from '../../platform/secrets/encryption.ts';
import { metadataSavedAt } from './metadataSecrets.ts';

type Store = Kysely<Database> | Transaction<Database>;
type Metadata = Readonly<Record<string, unknown>>;

const shape = z.record(z.string(), z.unknown());
const placeOf = (serial: string) => `${serial}/former metadata`;

/** SQL of a text that changes with the metadata of a device, from the tables `device` and `device_secret`; '' if there is no metadata. */
export const metadataState = sql<string>`case when device.metadata is null then ''
  else md5(device.metadata::text || coalesce(md5(device_secret.sealed), '')) end`;

async function hasCurrent(store: Store, serial: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select ${metadataState} as state from device
    left join device_secret on device_secret.serial = device.serial where device.serial = ${serial}`.execute(store);
  return hasFetched(store, { serial, part: 'metadata', state: rows[0]?.state ?? '' });
}

const rowOf = (store: Store, serial: string) =>
  store.selectFrom('metadata_change').select(['former', 'former_saved_at']).where('serial', '=', serial).executeTakeFirst();

/** A change of metadata before it is stored. */
interface Change {
  readonly serial: string;
  readonly before: Metadata;
  readonly at: Date;
}

/**
 * Records a change of metadata before it is stored, together with the metadata that the device may still have: the oldest since its last fetch. Source:
 * KEPTHERE3.
 */
export async function noteMetadataChange(
  tx: Transaction<Database>,
  key: KeyObject,
  { serial, before, at: changed_at }: Change,
): Promise<void> {
  const known = await rowOf(tx, serial);
  const isOlderKept = known?.former != null && !(await hasCurrent(tx, serial));
  const row = isOlderKept
    ? { changed_at }
    : {
        changed_at,
        former: encrypt(key, JSON.stringify(before), placeOf(serial)),
        former_saved_at: await metadataSavedAt(tx, serial),
      };
  await tx
    .insertInto('metadata_change')
    .values({ serial, ...row })
    .onConflict((other) => other.column('serial').doUpdateSet(row))
    .execute();
}

/**
 * Returns the metadata before the last change, and the instant at which its secrets were saved, until the device has fetched the current one; otherwise null.
 */
export async function readFormerMetadata(
  store: Store,
  key: KeyObject,
  serial: string,
): Promise<{ readonly former: Metadata; readonly savedAt: Date | null } | null> {
  const row = await rowOf(store, serial);
  if (row?.former == null || (await hasCurrent(store, serial))) return null;
  const text = decrypt(key, row.former, placeOf(serial));
  return text === null ? null : { former: shape.parse(JSON.parse(text)), savedAt: row.former_saved_at };
}

/** Deletes the former metadata, once the device has fetched the current one. */
export async function forgetFormerMetadata(store: Store, serial: string, at: Date): Promise<void> {
  if (!(await hasCurrent(store, serial))) return;
  await store
    .updateTable('metadata_change')
    .set({ former: null, former_saved_at: null })
    .where('serial', '=', serial)
    // A concurrent change is newer than the fetched metadata.
    .where('changed_at', '<=', at)
    .execute();
}
