/** Reads, generates, stores and deletes the credentials of devices; new credentials replace former ones. */

import { sql, type InsertObject, type Kysely, type Transaction } from 'kysely';
import { algorithmType, type AlgorithmType, type DeviceCredentials } from '#contract/devices/deviceCredential';
import { algorithmsOf } from '#domain/devices/credentials';
import { holdDevice } from '../../locations/holdOwner.ts';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { invalid } from '../../platform/failure/failure.ts';
import type { FileAnswer } from '../../platform/http/serveFile.ts';
import type { Scope } from '../../platform/principal.ts';
import { writeDeviceAction, type ActionAuthor } from '../actions/deviceActions.ts';
import { endTokens } from './deviceToken.ts';
import { newKeys } from './newKeys.ts';

type Store = Kysely<Database> | Transaction<Database>;

/** Returns the metadata of a device's credentials; null if there are none. */
export async function readDeviceCredentials(store: Store, serial: string): Promise<DeviceCredentials | null> {
  const row = await store.selectFrom('device_credential').selectAll().where('serial', '=', serial).executeTakeFirst();
  if (row === undefined) return null;
  return {
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    algorithm_type: algorithmType.parse(row.algorithm_type),
  };
}

/** A device of the scope whose credentials are to change. */
interface OwnDevice {
  readonly serial: string;
  readonly scope: Scope;
}

/** Locks a device of the scope, so that changes of its credentials run one after another. Source: CRED7. */
export async function lockDevice(tx: Transaction<Database>, { serial, scope }: OwnDevice): Promise<void> {
  await holdDevice(tx, scope, serial);
  await sql`select serial from device where serial = ${serial} for update`.execute(tx);
}

async function typeOf(database: Kysely<Database>, serial: string): Promise<string> {
  const row = await database.selectFrom('device').select('device_type').where('serial', '=', serial).executeTakeFirst();
  if (row === undefined) throw createFailure('noDevice');
  return row.device_type;
}

/** Generates credentials, which replace former ones, and ends the access tokens. Returns the file with the private key, which is not stored. */
export async function generateCredentials(
  database: Kysely<Database>,
  device: OwnDevice,
  algorithm: AlgorithmType,
  doer: ActionAuthor,
): Promise<FileAnswer> {
  const { serial } = device;
  const offered = algorithmsOf(await typeOf(database, serial));
  if (!offered.includes(algorithm)) throw invalid(`algorithm_type: this device type has ${offered.join(', ')}`);
  const { publicKey, file } = await newKeys(serial, algorithm, doer.at);
  await database.transaction().execute(async (tx) => {
    await lockDevice(tx, device);
    const before = await readDeviceCredentials(tx, serial);
    await storeCredentials(tx, [{ serial, algorithm_type: algorithm, public_key: publicKey, created_at: doer.at, created_by: doer.name }]);
    await endTokens(tx, serial);
    await writeDeviceAction(tx, { serial, type: 'generate_credentials', before, after: await readDeviceCredentials(tx, serial) }, doer);
  });
  return file;
}

/** Stores the credentials of devices, replacing former ones. */
export async function storeCredentials(
  tx: Transaction<Database>,
  rows: readonly InsertObject<Database, 'device_credential'>[],
): Promise<void> {
  for (const some of chunks(rows)) {
    await tx
      .insertInto('device_credential')
      .values(some)
      .onConflict((known) =>
        known.column('serial').doUpdateSet((row) => ({
          algorithm_type: row.ref('excluded.algorithm_type'),
          public_key: row.ref('excluded.public_key'),
          created_at: row.ref('excluded.created_at'),
          created_by: row.ref('excluded.created_by'),
        })),
      )
      .execute();
  }
}

/** Deletes the credentials of a device, ends its access tokens and records the action, if it had credentials. */
export async function deleteCredentials(database: Kysely<Database>, device: OwnDevice, doer: ActionAuthor): Promise<void> {
  const { serial } = device;
  await database.transaction().execute(async (tx) => {
    await lockDevice(tx, device);
    const before = await readDeviceCredentials(tx, serial);
    // Tokens may exist without credentials.
    await endTokens(tx, serial);
    if (before === null) return;
    await tx.deleteFrom('device_credential').where('serial', '=', serial).execute();
    await writeDeviceAction(tx, { serial, type: 'delete_credentials', before, after: null }, doer);
  });
}
