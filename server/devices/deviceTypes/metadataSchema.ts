import { isDeepStrictEqual } from 'node:util';
import type { KeyObject } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { AnswerOf, BodyOf } from '#contract/call';
import type { postMetadataSchema } from '#contract/devices/deviceType';
import { isSpecifiedMetadata } from '#domain/devices/metadataFields';
import { schemaProblem } from '#domain/devices/schemaProblem';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, invalid } from '../../platform/failure/failure.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { type ActionAuthor, writeDeviceAction } from '../actions/deviceActions.ts';
import { isRevealed } from '../metadata/isRevealed.ts';
import { maskSecrets, type MetadataSchema } from '../metadata/maskSecrets.ts';
import { metadataCheck } from '../metadata/metadataFits.ts';
import { type OpenMetadata, readMetadataOfType, sealAll } from '../metadata/metadataSecrets.ts';
import { storedType } from './storedType.ts';

type Fields = Readonly<Record<string, unknown>>;
type Outcome = AnswerOf<typeof postMetadataSchema>;

/** Maximum number of serials that a response or a refusal names. */
const NAMED = 10;

/** Returns a function that validates metadata against a schema; without a schema, all metadata is valid. Throws 400 for an invalid schema. */
function checkOf(schema: MetadataSchema): (metadata: Fields) => boolean {
  if (schema === null) return () => true;
  const problem = schemaProblem(schema);
  if (problem !== undefined) throw invalid(problem);
  try {
    const check = metadataCheck(schema);
    check({});
    return check;
  } catch (error) {
    throw invalid(`The schema cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}.`);
  }
}

/** The effect of a new schema on a device. */
interface Effect {
  readonly device: OpenMetadata;
  readonly isValid: boolean;
  readonly masked: Fields;
  readonly reveals: boolean;
}

const effectsOf = (devices: readonly OpenMetadata[], schema: MetadataSchema, check: (metadata: Fields) => boolean) =>
  mapInTurns(devices, (device): Effect => {
    const { readable, stored, isValid } = device;
    // Values that were encrypted with another key are kept: nobody can read them.
    if (readable === null) return { device, isValid, masked: stored, reveals: isRevealed(stored, maskSecrets(stored, schema)) };
    const masked = maskSecrets(readable, schema);
    return { device, isValid: check(readable), masked, reveals: isRevealed(stored, masked) };
  });

const serialsOf = (effects: readonly Effect[]) => effects.slice(0, NAMED).map(({ device }) => device.serial);

/** Throws 409 if secret values would become readable. Source: SCHEMA5. */
function refuseRevealing(effects: readonly Effect[]): void {
  const revealed = effects.filter(({ reveals }) => reveals);
  if (revealed.length === 0) return;
  const more = revealed.length > NAMED ? ' …' : '';
  const count = revealed.length === 1 ? '1 device holds' : `${revealed.length} devices hold`;
  throw conflict(
    `${count} secrets that would become readable: ${serialsOf(revealed).join(', ')}${more}. Take those values out there first.`,
  );
}

async function writeEffects(tx: Transaction<Database>, key: KeyObject, schema: MetadataSchema, effects: readonly Effect[]): Promise<void> {
  const sealing = effects.flatMap(({ device: { serial, stored, readable }, masked }) =>
    readable === null || isDeepStrictEqual(stored, masked) ? [] : [{ serial, metadata: readable, schema }],
  );
  if (sealing.length > 0) await sealAll(tx, key, sealing);
  for (const valid of [true, false]) {
    const serials = effects.flatMap(({ device, isValid }) => (isValid === valid && device.isValid !== valid ? [device.serial] : []));
    if (serials.length > 0) await sql`update device set metadata_valid = ${valid} where serial = any(${serials}::text[])`.execute(tx);
  }
}

async function lockSchema(tx: Transaction<Database>, id: string): Promise<MetadataSchema> {
  const row = await tx
    .selectFrom('device_type')
    .select(['metadata_schema', 'ordered_schema', 'revisions'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw createFailure('noDeviceType');
  const { metadata_schema, ordered_schema } = storedType.parse(row);
  return ordered_schema ?? metadata_schema;
}

/** A change of the metadata schema of a type. */
interface Change {
  readonly id: string;
  readonly body: BodyOf<typeof postMetadataSchema>;
  /** Encrypts the secrets of metadata. */
  readonly key: KeyObject;
}

const isSame = (one: MetadataSchema, other: MetadataSchema) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Changes the metadata schema of a device type if the stored schema is still the one that the editor saw. This also changes which metadata of its devices is
 * valid and which parts are secret. Changes nothing if devices would no longer match the schema and the caller does not accept that. Source: SCHEMA1,
 * SCHEMA3..5.
 */
export async function changeSchema(database: Kysely<Database>, { id, body, key }: Change, doer: ActionAuthor): Promise<Outcome> {
  const { metadata_schema: schema, known, accept_unfit } = body;
  const check = checkOf(schema);
  return database.transaction().execute(async (tx): Promise<Outcome> => {
    const present = await lockSchema(tx, id);
    if (isSpecifiedMetadata(id)) throw conflict('The specification describes the metadata of this device type.');
    if (!isDeepStrictEqual(present, known)) throw conflict('The metadata schema was changed meanwhile.');
    const effects = await effectsOf(await readMetadataOfType(tx, key, id), schema, check);
    refuseRevealing(effects);
    const unfit = effects.filter(({ device, isValid }) => device.isValid && !isValid);
    const outcome = { unfit: unfit.length, serials: serialsOf(unfit) };
    if (unfit.length > 0 && accept_unfit !== true) return { result: false, ...outcome };
    if (isSame(present, schema)) return { result: true, ...outcome };
    const text = schema === null ? null : JSON.stringify(schema);
    await tx.updateTable('device_type').set({ metadata_schema: text, ordered_schema: text }).where('id', '=', id).execute();
    await writeEffects(tx, key, schema, effects);
    // The schema is recorded as text: in an object, `maskSecrets` would mask every field that is named like a secret, though a schema holds no
    // values.
    const recorded = (one: MetadataSchema) => ({ device_type: id, metadata_schema: one === null ? null : JSON.stringify(one) });
    await writeDeviceAction(tx, { serial: null, type: 'update', before: recorded(present), after: recorded(schema) }, doer);
    return { result: true, ...outcome };
  });
}
