import type { KeyObject } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postCorrectDevice } from '#contract/devices/correctDevice';
import { z } from '#contract/schema';
import { correctionFields, correctionProblems, fixedText } from '#domain/devices/deviceCorrection';
import type { Database } from '../platform/database/tables.ts';
import { refuseUsed } from '../platform/database/refuseUsed.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, invalid } from '../platform/failure/failure.ts';
import { changeOf, writeDeviceAction, type ActionAuthor } from './actions/deviceActions.ts';
import { insertDevices, requireType } from './createDevice.ts';
import { hasReported, usesOfDevice } from './deviceUses.ts';
import { firstGeneration } from './credentials/deviceToken.ts';
import { metadataFits } from './metadata/metadataFits.ts';
import { maskSecrets, type MetadataSchema } from './metadata/maskSecrets.ts';
import { isRevealed } from './metadata/isRevealed.ts';
import { storeMetadata, metadataSavedAt, readMetadata } from './metadata/metadataSecrets.ts';
import { lockTypeOf } from './deviceTypes/storedType.ts';

const anyFields = z.nullable(z.record(z.string(), z.unknown()));

/** Tables whose rows under a serial prevent its correction. */
const USES = ['command', 'treatment', 'incident', 'device_event', 'device_log'] as const;
/** Tables whose rows must be deleted when the serial changes, because they were created or encrypted for the old serial. */
const ENDING = ['ssh_credential', 'device_credential', 'device_token', 'control', 'device_secret'] as const;
/** Tables whose rows move to the corrected serial: table and column. The moved events are the server's own: a device that has sent events keeps its serial. */
const MOVING = [
  ['deployment', 'device_serial'],
  ['device_action', 'device_serial'],
  ['device_event', 'serial'],
  ['push_setting', 'serial'],
  ['device_sim', 'serial'],
] as const;

/** A serial that cannot be entered, because entered serials begin with a letter or digit. */
const BETWEEN = '~correcting';

/** A correction of one device. */
interface Correction {
  readonly serial: string;
  readonly body: BodyOf<typeof postCorrectDevice>;
  /** Encrypts the secrets of metadata. */
  readonly key: KeyObject;
}

/** Moves all rows of a device to another serial. An intermediate copy makes it possible to change only the case of letters. */
async function moveTo(tx: Transaction<Database>, from: string, to: string): Promise<void> {
  const copy = async (source: string, target: string) => {
    const row = await tx.selectFrom('device').selectAll().where('serial', '=', source).executeTakeFirstOrThrow();
    const { metadata, ...rest } = row;
    const own = { serial: target, token_generation: firstGeneration() };
    const inserted = await insertDevices(tx, [{ ...rest, ...own, metadata: metadata === null ? null : JSON.stringify(metadata) }]);
    // Another person may have created a device with this serial since the lookup: the rows of both devices would be mixed.
    if (inserted !== 1) throw createFailure('deviceExists');
    for (const [table, column] of MOVING)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${target} where ${sql.ref(column)} = ${source}`.execute(tx);
    await tx.deleteFrom('device').where('serial', '=', source).execute();
  };
  await copy(from, BETWEEN);
  await copy(BETWEEN, to);
}

/**
 * Corrects serial, type or revision of a device and records the difference. Throws 409 for another serial of a device that has reported. Returns
 * whether the serial changed, which ends the connection of the device under the former serial. Source: CORRECT1, CORRECT3.
 */
export async function correctDevice(database: Kysely<Database>, { serial, body, key }: Correction, doer: ActionAuthor): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    // The deployments move with the serial: as in all other transactions (OWN8), they are locked before the type and the device.
    await tx.selectFrom('deployment').select('id').where('device_serial', '=', serial).orderBy('id').forUpdate().execute();
    await lockTypeOf(tx, serial);
    const row = await tx.selectFrom('device').selectAll().where('serial', '=', serial).forUpdate().executeTakeFirst();
    if (row === undefined) throw createFailure('noDevice');
    const before = {
      serial,
      client_name: row.client_name ?? '',
      device_type: row.device_type,
      hardware_revision_id: row.hardware_revision_id ?? '',
    };
    const given = Object.fromEntries(Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? '']])));
    const after = correctionFields({ ...before, ...given });
    const problem = Object.values(correctionProblems(after, before)).find((text) => text !== undefined);
    if (problem !== undefined) throw invalid(problem);
    const fixed = after.serial !== serial ? fixedText(serial, await hasReported(tx, serial, row)) : undefined;
    if (fixed !== undefined) throw conflict(fixed);
    const { metadata_schema: schema, revision } = await requireType(
      tx,
      { device_type: after.device_type, hardware_revision_id: after.hardware_revision_id || null },
      row,
    );
    const stored = anyFields.parse(row.metadata);
    const metadata = await readMetadata(tx, key, serial, stored);
    if (metadata === null) throw createFailure('secretsSealed');
    const isOtherType = after.device_type !== before.device_type;
    const masked = isOtherType ? remasked(serial, { stored, metadata, schema }) : stored;
    const fields = { client_name: after.client_name || null, device_type: after.device_type, hardware_revision_id: revision };
    const done = changeOf({ serial, ...fields, ...nullsOf(before) }, { serial: after.serial, ...fields });
    if (done === null) return false;
    if (after.serial !== serial) {
      await refuseUsed(tx, serial, usesOfDevice(serial, USES), 'all');
      if (await isTaken(tx, after.serial, serial)) throw createFailure('deviceExists');
      const savedAt = (await metadataSavedAt(tx, serial)) ?? undefined;
      for (const table of ENDING) await tx.deleteFrom(table).where('serial', '=', serial).execute();
      await moveTo(tx, serial, after.serial);
      await storeMetadata(tx, key, { serial: after.serial, metadata, schema, savedAt });
    } else if (isOtherType) await storeMetadata(tx, key, { serial, metadata, schema, savedAt: undefined });
    await tx
      .updateTable('device')
      .set({ ...fields, metadata: masked && JSON.stringify(masked), metadata_valid: metadataFits(schema, metadata) ?? row.metadata_valid })
      .where('serial', '=', after.serial)
      .execute();
    await writeDeviceAction(tx, { serial: after.serial, type: 'update', ...done }, doer);
    return after.serial !== serial;
  });
}

type Fields = z.infer<typeof anyFields>;

/** Returns stored metadata as the schema of another type masks them. Throws 409 if that would make secrets readable. Source: CORRECT3. */
function remasked(
  serial: string,
  { stored, metadata, schema }: { readonly stored: Fields; readonly metadata: NonNullable<Fields>; readonly schema: MetadataSchema },
): Fields {
  const masked = maskSecrets(metadata, schema);
  if (isRevealed(stored, masked))
    throw conflict(`The metadata of ${serial} hold secrets that the new type would make readable. Take those values out first.`);
  return stored === null ? null : masked;
}

const nullsOf = ({
  client_name,
  device_type,
  hardware_revision_id,
}: Readonly<Record<'client_name' | 'device_type' | 'hardware_revision_id', string>>) => ({
  client_name: client_name || null,
  device_type,
  hardware_revision_id: hardware_revision_id || null,
});

async function isTaken(tx: Transaction<Database>, wanted: string, own: string): Promise<boolean> {
  const found = await tx
    .selectFrom('device')
    .select('serial')
    .where(sql<boolean>`lower(serial) = lower(${wanted})`)
    .where('serial', '!=', own)
    .executeTakeFirst();
  return found !== undefined;
}
