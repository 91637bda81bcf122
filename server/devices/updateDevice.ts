import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postUpdateDevice } from '#contract/devices/device';
import { z } from '#contract/schema';
import { clientNameProblem, deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { isDecommissioned } from '#domain/devices/deviceList';
import { fieldText, nestedTextProblem } from '#domain/text/fieldText';
import { holdDevice } from '../locations/holdOwner.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, invalid } from '../platform/failure/failure.ts';
import { isTooDeep } from '../platform/jsonDepth.ts';
import type { Scope } from '../platform/principal.ts';
import { holdsMask, keptSecrets } from './metadata/keptSecrets.ts';
import { changeOf, writeDeviceAction, type ActionAuthor } from './actions/deviceActions.ts';
import { endTokens } from './credentials/deviceToken.ts';
import type { MetadataSchema } from './metadata/maskSecrets.ts';
import { lockTypeOf } from './deviceTypes/storedType.ts';
import { noteMetadataChange } from './metadata/formerMetadata.ts';
import { metadataFits } from './metadata/metadataFits.ts';
import { withHiddenLogins, withoutForeignLogins } from './metadata/foreignLogins.ts';
import { storeMetadata, metadataSavedAt, readMetadata } from './metadata/metadataSecrets.ts';

type Change = BodyOf<typeof postUpdateDevice>;

type Fields = Readonly<Record<string, unknown>>;
const anyFields = z.nullable(z.record(z.string(), z.unknown()));

/** Returns the given names as stored. Throws 400 for an invalid name that differs from the stored one. Source: MAINT1, NAME1, PATCH1. */
function namesOf({ name, client_name }: Change, stored: { readonly name: string; readonly client_name: string | null }) {
  const isOther = (typed: string, known: string | null) => fieldText(typed) !== fieldText(known ?? '');
  const problem =
    (name !== undefined && isOther(name, stored.name) ? deviceNameProblem(name) : undefined) ??
    (client_name != null && isOther(client_name, stored.client_name) ? clientNameProblem(client_name) : undefined);
  if (problem !== undefined) throw invalid(problem);
  return {
    ...(name === undefined ? {} : { name: deviceName(name) }),
    ...(client_name === undefined ? {} : { client_name: client_name === null ? null : deviceName(client_name) || null }),
  };
}

async function stageOf(tx: Transaction<Database>, { life_cycle_stage: id }: Change) {
  if (id === undefined) return {};
  const known = await tx.selectFrom('life_cycle_stage').select('id').where('id', '=', id).executeTakeFirst();
  if (known === undefined) throw invalid('There is no such life cycle stage.');
  return { life_cycle_stage: id };
}

/** Returns a device with the schema of its type, both locked. */
async function lockedDevice(tx: Transaction<Database>, serial: string) {
  const { id, schema } = await lockTypeOf(tx, serial);
  const row = await tx
    .selectFrom('device')
    .select(['device_type', 'name', 'client_name', 'life_cycle_stage', 'metadata', 'metadata_valid'])
    .where('serial', '=', serial)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw createFailure('noDevice');
  if (row.device_type !== id) throw conflict('The type of this device changed meanwhile.');
  return { row, schema };
}

/** Returns the given metadata with masked secrets restored, and its validity. `known` is null when the stored metadata cannot be decrypted. */
function metadataOf(given: Change['metadata'], schema: MetadataSchema, known: Fields | null) {
  if (given === undefined) return null;
  if (isTooDeep(given)) throw invalid('metadata nests too deep');
  const problem = nestedTextProblem(given, known, 'metadata');
  if (problem !== undefined) throw invalid(problem);
  const metadata = keptSecrets(given, known, schema);
  const fits = metadataFits(schema, metadata);
  return { metadata, ...(fits === null ? {} : { metadata_valid: fits }) };
}

/** Returns whether the stored logins of a device belong to an owner whose deployment has ended since they were saved. Source: OWN3. */
async function isOfFormerOwner(tx: Transaction<Database>, serial: string): Promise<boolean> {
  const savedAt = await metadataSavedAt(tx, serial);
  const ended = tx.selectFrom('deployment').select('id').where('device_serial', '=', serial).where('closed_date', 'is not', null);
  const since = savedAt === null ? ended : ended.where('closed_date', '>=', savedAt);
  return (await since.limit(1).executeTakeFirst()) !== undefined;
}

interface Wanted {
  readonly serial: string;
  readonly scope: Scope;
  readonly change: Change;
  /** Encrypts the secrets of metadata. */
  readonly key: KeyObject;
}

/**
 * Changes name, life cycle stage or metadata of a device that exists, in one transaction with the action that records the difference. Other fields are kept,
 * including concurrent changes by other users. Returns whether the device became decommissioned, which ends its access tokens.
 */
export async function updateDevice(
  database: Kysely<Database>,
  { serial, scope, change, key }: Wanted,
  doer: ActionAuthor,
): Promise<boolean> {
  if (Object.values(change).every((value) => value === undefined)) throw createFailure('nothingToChange');
  return database.transaction().execute(async (tx) => {
    await holdDevice(tx, scope, serial);
    const { row, schema } = await lockedDevice(tx, serial);
    const plain = { ...namesOf(change, row), ...(await stageOf(tx, change)) };
    const stored = anyFields.parse(row.metadata);
    const known = change.metadata === undefined ? stored : await readMetadata(tx, key, serial, stored);
    const isForeign = stored !== null && (await isOfFormerOwner(tx, serial));
    const metadata = change.metadata !== undefined && isForeign ? withHiddenLogins(change.metadata, stored) : change.metadata;
    const written = metadataOf(metadata, schema, known);
    const savedAt = holdsMask(metadata) ? undefined : doer.at;
    const isOther = written !== null && known !== null && !isDeepStrictEqual(written.metadata, known);
    if (isOther) await noteMetadataChange(tx, key, { serial, before: known, at: doer.at });
    const masked = written === null ? null : await storeMetadata(tx, key, { serial, metadata: written.metadata, schema, savedAt });
    const kept = written === null ? {} : { ...written, metadata: JSON.stringify(masked) };
    await tx
      .updateTable('device')
      .set({ ...plain, ...kept })
      .where('serial', '=', serial)
      .execute();
    // The record of this change belongs to the current owner.
    const before = { ...row, metadata: isForeign ? withoutForeignLogins(stored) : (known ?? stored) };
    const done = changeOf(before, { ...before, ...plain, ...written });
    if (done !== null) await writeDeviceAction(tx, { serial, type: 'update', schema, ...done }, doer);
    const hasEnded = !isDecommissioned(row) && isDecommissioned({ ...row, ...plain });
    if (hasEnded) await endTokens(tx, serial);
    return hasEnded;
  });
}
