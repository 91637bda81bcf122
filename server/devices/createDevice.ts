import type { Kysely, Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postCreateDevice } from '#contract/devices/device';
import { z } from '#contract/schema';
import { deviceSerial, deviceSerialProblem } from '#domain/devices/deviceSerial';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import type { Database } from '../platform/database/tables.ts';
import { conflict, invalid } from '../platform/failure.ts';
import { writeDeviceAction, type Doer } from './actions/deviceActions.ts';
import { metadataFits } from './metadata/metadataFits.ts';

type CreateDeviceBody = BodyOf<typeof postCreateDevice>;

const typeShape = z.object({
  metadata_schema: z.nullable(z.record(z.string(), z.unknown())),
  revisions: z.array(z.object({ revision_id: z.string() })),
});

/** Returns schema and revision of a device type. Throws 400 for an unknown type, and for a revision of another one. */
export async function requireType(
  tx: Transaction<Database>,
  { device_type, hardware_revision_id }: Pick<CreateDeviceBody, 'device_type' | 'hardware_revision_id'>,
) {
  const row = await tx.selectFrom('device_type').selectAll().where('id', '=', device_type).executeTakeFirst();
  if (row === undefined) throw invalid('There is no such device type.');
  const { metadata_schema, revisions } = typeShape.parse(row);
  const revision = hardware_revision_id ?? null;
  if (revision !== null && !revisions.some(({ revision_id }) => revision_id === revision)) {
    throw invalid('This device type has no such hardware revision.');
  }
  return { metadata_schema, revision };
}

/** Returns the first life cycle stage, the initial stage of every device. */
const firstStage = (tx: Transaction<Database>) =>
  tx.selectFrom('life_cycle_stage').select('id').orderBy('place').limit(1).executeTakeFirstOrThrow();

/** Returns whether the same request created the device, i.e. the client repeats it after losing the response. */
async function isMadeBy(tx: Transaction<Database>, serial: string, { username, requestId }: Doer): Promise<boolean> {
  if (requestId === undefined) return false;
  const made = await tx
    .selectFrom('device_action')
    .select('id')
    .where('device_serial', '=', serial)
    .where('action_type', '=', 'create')
    .where('done_by', '=', username)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return made !== undefined;
}

/** Creates a device without deployment and records the action. Throws 409 when the serial exists, except for a repeated request. */
export async function createDevice(database: Kysely<Database>, typed: string, body: CreateDeviceBody, doer: Doer): Promise<void> {
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
    const made = await tx
      .insertInto('device')
      .values({ ...fields, metadata: '{}', metadata_valid: metadataFits(metadata_schema, {}) ?? true })
      .onConflict((known) => known.doNothing())
      .returning('serial')
      .executeTakeFirst();
    if (made === undefined && (await isMadeBy(tx, serial, doer))) return;
    if (made === undefined) throw conflict('A device with this serial exists already.');
    await writeDeviceAction(tx, { serial, type: 'create', before: null, after: fields }, doer);
  });
}
