import type { InsertObject, Kysely, Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postCreateDevice } from '#contract/devices/device';
import { deviceSerial, deviceSerialProblem } from '#domain/devices/deviceSerial';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { invalid } from '../platform/failure/failure.ts';
import { writeDeviceAction, type ActionAuthor } from './actions/deviceActions.ts';
import { firstGeneration } from './credentials/deviceToken.ts';
import { metadataFits } from './metadata/metadataFits.ts';
import { storedType } from './deviceTypes/storedType.ts';

type CreateDeviceBody = BodyOf<typeof postCreateDevice>;

type OfType = Pick<CreateDeviceBody, 'device_type' | 'hardware_revision_id'>;

/**
 * Returns schema and revision of a device type. Throws 400 for an unknown type, for a revision of another type, and for an archived type or revision
 * unless the device has it already (`kept`). Source: TYPES3.
 */
export async function requireType(tx: Transaction<Database>, { device_type, hardware_revision_id }: OfType, kept?: OfType) {
  // The type is locked, so that neither the type nor the revision is archived or removed before the device is stored.
  const row = await tx.selectFrom('device_type').selectAll().where('id', '=', device_type).forShare().executeTakeFirst();
  if (row === undefined) throw invalid('There is no such device type.');
  const isKept = kept?.device_type === device_type;
  if (row.archived && !isKept) throw invalid('This device type is archived.');
  const { metadata_schema, revisions } = storedType.parse(row);
  const revision = hardware_revision_id ?? null;
  const known = revisions.find(({ revision_id }) => revision_id === revision);
  if (revision !== null && known === undefined) throw invalid('This device type has no such hardware revision.');
  if (known?.archived === true && !(isKept && kept.hardware_revision_id === revision)) throw invalid('This hardware revision is archived.');
  return { metadata_schema, revision };
}

/** Returns the first life cycle stage, the initial stage of every device. */
const firstStage = (tx: Transaction<Database>) =>
  tx.selectFrom('life_cycle_stage').select('id').orderBy('place').limit(1).executeTakeFirstOrThrow();

/** Returns whether the device was created by the same request, i.e. the client repeats it after losing the response. */
async function isMadeBy(tx: Transaction<Database>, serial: string, { username, requestId }: ActionAuthor): Promise<boolean> {
  if (requestId === undefined) return false;
  const inserted = await tx
    .selectFrom('device_action')
    .select('id')
    .where('device_serial', '=', serial)
    .where('action_type', '=', 'create')
    .where('done_by', '=', username)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Inserts devices, except those whose serial exists. Returns how many it inserted. */
export async function insertDevices(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'device'>[]): Promise<number> {
  let count = 0;
  for (const some of chunks(rows)) {
    const inserted = await tx
      .insertInto('device')
      .values(some)
      .onConflict((known) => known.doNothing())
      .executeTakeFirst();
    count += Number(inserted.numInsertedOrUpdatedRows);
  }
  return count;
}

/** Adds a device without a deployment, and records the action `create`. Throws 409 when the serial exists, except for a repeated request. */
export async function createDevice(database: Kysely<Database>, typed: string, body: CreateDeviceBody, doer: ActionAuthor): Promise<void> {
  const serial = deviceSerial(typed);
  const problem = deviceSerialProblem(serial) ?? deviceNameProblem(body.name);
  if (problem !== undefined) throw invalid(problem);
  await database.transaction().execute(async (tx) => {
    const { metadata_schema, revision } = await requireType(tx, body);
    const fields = {
      serial,
      name: deviceName(body.name),
      device_type: body.device_type,
      hardware_revision_id: revision,
      life_cycle_stage: (await firstStage(tx)).id,
    };
    const token_generation = firstGeneration();
    const count = await insertDevices(tx, [
      { ...fields, token_generation, metadata: '{}', metadata_valid: metadataFits(metadata_schema, {}) ?? true },
    ]);
    if (count === 0 && (await isMadeBy(tx, serial, doer))) return;
    if (count === 0) throw createFailure('deviceExists');
    await writeDeviceAction(tx, { serial, type: 'create', before: null, after: fields }, doer);
  });
}
