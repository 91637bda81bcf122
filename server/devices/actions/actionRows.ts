import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { deviceActionType, type DeviceAction, type DeviceActionType } from '#contract/devices/deviceAction';
import { z } from '#contract/schema';
import type { Database } from '../../platform/database/tables.ts';
import type { Scope } from '../../locations/visibility.ts';

const fields = z.record(z.string(), z.unknown()).nullable();

interface Wanted {
  readonly device_serial?: string | undefined;
  readonly action_type?: DeviceActionType | undefined;
}

/** Selects the devices currently deployed at locations of these organisations. */
const workingFor = (own: readonly string[]) => (rows: ExpressionBuilder<Database, 'device_action'>) =>
  rows
    .selectFrom('deployment')
    .innerJoin('location', 'location.id', 'deployment.location_id')
    .select('deployment.device_serial')
    .where('deployment.closed_date', 'is', null)
    .where('location.owned_by', 'in', own);

/** Selects actions visible in a scope: those made while the device was deployed at an organisation, while it still is. Source: DACT4. */
export function actionsIn(database: Kysely<Database>, scope: Scope, { device_serial, action_type }: Wanted) {
  let found = database.selectFrom('device_action');
  if (device_serial) found = found.where('device_serial', '=', device_serial);
  if (action_type) found = found.where('action_type', '=', action_type);
  if (scope === 'all') return found;
  const own = ['', ...scope];
  return found.where('organisation', 'in', own).where('device_serial', 'in', workingFor(own));
}

/** Returns a page of actions, newest first, and the total. */
export async function readActions(
  found: ReturnType<typeof actionsIn>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; actions: DeviceAction[] }> {
  const [{ total }, rows] = await Promise.all([
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    found.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  ]);
  const actions = rows.map((row): DeviceAction => ({
    device_serial: row.device_serial,
    action_type: deviceActionType.parse(row.action_type),
    timestamp: row.at.toISOString(),
    done_by: row.done_by_name,
    action: { old_value: fields.parse(row.old_value), new_value: fields.parse(row.new_value) },
  }));
  return { total, actions };
}
