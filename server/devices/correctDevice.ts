import type { KeyObject } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postCorrectDevice } from '#contract/devices/correctDevice';
import { z } from '#contract/schema';
import { correctionFields, correctionProblems, fixedText } from '#domain/devices/deviceCorrection';
import { clientNameProblem } from '#domain/devices/deviceSettings';
import type { Database } from '../platform/database/tables.ts';
import { refuseUsed, rowsWhere, type UseQuery } from '../platform/database/refuseUsed.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, invalid } from '../platform/failure/failure.ts';
import { changeOf, writeDeviceAction, type ActionAuthor } from './actions/deviceActions.ts';
import { insertDevices, requireType } from './createDevice.ts';
import { firstGeneration } from './credentials/deviceToken.ts';
import { metadataFits } from './metadata/metadataFits.ts';
import { storeMetadata, metadataSavedAt, readMetadata } from './metadata/metadataSecrets.ts';
import { lockTypeOf } from './deviceTypes/storedType.ts';

const anyFields = z.nullable(z.record(z.string(), z.unknown()));

/** Tables whose rows must be deleted when the serial changes, because they were created or encrypted for the old serial. */
const ENDING = ['ssh_credential', 'device_credential', 'device_token', 'control', 'device_secret'] as const;
/** Tables whose rows move to the corrected serial: table and column. */
const MOVING = [
  ['deployment', 'device_serial'],
  ['device_action', 'device_serial'],
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
    // Somebody else may have created a device with this serial since it was looked up: the rows of both would become those of one.
    if (inserted !== 1) throw createFailure('deviceExists');
    for (const [table, column] of MOVING)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${target} where ${sql.ref(column)} = ${source}`.execute(tx);
    await tx.deleteFrom('device').where('serial', '=', source).execute();
  };
  await copy(from, BETWEEN);
  await copy(BETWEEN, to);
}

/** Throws if the serial is to change and the device has recorded data under its current serial. */
async function refuseRecorded(tx: Transaction<Database>, serial: string): Promise<void> {
  const of = (table: Parameters<typeof rowsWhere>[0], test: ReturnType<typeof sql>): UseQuery => ({
    rows: rowsWhere(table, test),
    one: table,
    many: `${table}s`,
  });
  const uses = [
    of('command', sql`device_serial = ${serial}`),
    of('treatment', sql`serial = ${serial}`),
    of('incident', sql`serial = ${serial}`),
  ];
  await refuseUsed(tx, serial, uses, 'all');
  const { rows } = await sql`select 1 from config_device where serial = ${serial}`.execute(tx);
  if (rows.length > 0) throw conflict(`${serial} has a configuration, which is stored under its serial.`);
}

/**
 * Corrects serial, type or revision of a device and records the difference. Throws 409 for a device that has reported. Returns whether the serial changed,
 * which ends the connection of the device under the former serial. Source: CORRECT1.
 */
export async function correctDevice(database: Kysely<Database>, { serial, body, key }: Correction, doer: ActionAuthor): Promise<boolean> {
  const wrong = clientNameProblem(body.client_name ?? '');
  if (wrong !== undefined) throw invalid(wrong);
  return database.transaction().execute(async (tx) => {
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
    const isIdentity =
      after.serial !== serial || after.device_type !== before.device_type || after.hardware_revision_id !== before.hardware_revision_id;
    const fixed = isIdentity ? fixedText(serial, row.first_seen !== null || row.last_seen !== null) : undefined;
    if (fixed !== undefined) throw conflict(fixed);
    const { metadata_schema: schema, revision } = await requireType(
      tx,
      { device_type: after.device_type, hardware_revision_id: after.hardware_revision_id || null },
      row,
    );
    const metadata = await readMetadata(tx, key, serial, anyFields.parse(row.metadata));
    if (metadata === null) throw createFailure('secretsSealed');
    const fields = { client_name: after.client_name || null, device_type: after.device_type, hardware_revision_id: revision };
    const done = changeOf({ serial, ...fields, ...nullsOf(before) }, { serial: after.serial, ...fields });
    if (done === null) return false;
    if (after.serial !== serial) {
      await refuseRecorded(tx, serial);
      if (await isTaken(tx, after.serial, serial)) throw createFailure('deviceExists');
      const savedAt = (await metadataSavedAt(tx, serial)) ?? undefined;
      for (const table of ENDING) await tx.deleteFrom(table).where('serial', '=', serial).execute();
      await moveTo(tx, serial, after.serial);
      await storeMetadata(tx, key, { serial: after.serial, metadata, schema, savedAt });
    }
    await tx
      .updateTable('device')
      .set({ ...fields, metadata_valid: metadataFits(schema, metadata) ?? row.metadata_valid })
      .where('serial', '=', after.serial)
      .execute();
    await writeDeviceAction(tx, { serial: after.serial, type: 'update', ...done }, doer);
    return after.serial !== serial;
  });
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
