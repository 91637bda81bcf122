/** Reads the history of devices: a page of actions, within the times in which the device worked for the caller. */

import { sql, type Kysely } from 'kysely';
import { deviceActionType, type DeviceAction, type DeviceActionType } from '#contract/devices/deviceAction';
import { z } from '#contract/schema';
import type { Database } from '../../platform/database/tables.ts';
import type { Scope } from '../../platform/principal.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { marksSecrets, maskSecrets, type MetadataSchema } from '../metadata/maskSecrets.ts';

const fields = z.nullable(z.record(z.string(), z.unknown()));

interface Wanted {
  readonly device_serial?: string | undefined;
  readonly action_type?: DeviceActionType | undefined;
}

/** Selects the actions visible in a scope: actions made while the device worked for an organisation of the scope. Source: OWN1, DACT4. */
export function actionsIn(database: Kysely<Database>, scope: Scope, { device_serial, action_type }: Wanted) {
  let found = database.selectFrom('device_action');
  if (device_serial) found = found.where('device_serial', '=', device_serial);
  if (action_type) found = found.where('action_type', '=', action_type);
  return scope === 'all' ? found : found.where('organisation', 'in', ['', ...scope]);
}

type Fields = z.output<typeof fields>;

/** Predicate: whether a device worked for another owner at an instant (ms since epoch). */
export type IsForeignTime = (serial: string, at: number) => boolean;

/** Returns the fields before an action; null if they would reveal credentials that were created under another owner. */
function oldValueOf(old: Fields, serial: string | null, isForeign: IsForeignTime): Fields {
  const madeAt = old?.['created_at'];
  return serial !== null && typeof madeAt === 'string' && isForeign(serial, Date.parse(madeAt)) ? null : old;
}

/**
 * Returns the fields of an action with their metadata masked by the current schema; the stored metadata is masked only by the schema of its time. Source:
 * SCHEMA5.
 */
function maskedNow(values: Fields, schema: MetadataSchema): Fields {
  const metadata = fields.safeParse(values?.['metadata']).data ?? null;
  return values === null || metadata === null ? values : { ...values, metadata: maskSecrets(metadata, schema) };
}

/** Returns the metadata schemas that mark secrets, keyed by the serial of the device. */
async function secretSchemas(
  database: Kysely<Database>,
  serials: readonly (string | null)[],
): Promise<ReadonlyMap<string, MetadataSchema>> {
  const known = [...new Set(serials.filter((serial) => serial !== null))];
  if (known.length === 0) return new Map();
  const rows = await database
    .selectFrom('device')
    .innerJoin('device_type', 'device_type.id', 'device.device_type')
    .select(['serial', 'metadata_schema'])
    .where('serial', 'in', known)
    .execute();
  return new Map(
    rows.flatMap(({ serial, metadata_schema }) => {
      const schema = fields.parse(metadata_schema);
      return marksSecrets(schema) ? [[serial, schema] as const] : [];
    }),
  );
}

/** Returns a page of actions, newest first, and the total. */
export async function readActions(
  database: Kysely<Database>,
  found: ReturnType<typeof actionsIn>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  isForeign: IsForeignTime,
): Promise<{ total: number; actions: DeviceAction[] }> {
  const [{ total }, rows] = await Promise.all([
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    found.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  ]);
  const schemas = await secretSchemas(
    database,
    rows.map((row) => row.device_serial),
  );
  const actions = await mapInTurns(rows, (row): DeviceAction => {
    const schema = schemas.get(row.device_serial ?? '');
    const shown = (value: Fields) => (schema === undefined ? value : maskedNow(value, schema));
    return {
      device_serial: row.device_serial,
      action_type: deviceActionType.parse(row.action_type),
      timestamp: row.at.toISOString(),
      done_by: row.done_by_name,
      action: {
        old_value: shown(oldValueOf(fields.parse(row.old_value), row.device_serial, isForeign)),
        new_value: shown(fields.parse(row.new_value)),
      },
    };
  });
  return { total, actions };
}
