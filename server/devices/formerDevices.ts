import { sql, type Kysely } from 'kysely';
import type { FormerDevice } from '#contract/devices/formerDevice';
import type { Scope } from '../platform/principal.ts';
import type { Database } from '../platform/database/tables.ts';

/**
 * Returns the devices that worked for organisations of the scope and left them, the last one first. Each has the name of that time, since the current owner may
 * have renamed it. Source: SEE9.
 */
export async function readFormerDevices(database: Kysely<Database>, scope: Scope): Promise<readonly FormerDevice[]> {
  if (scope === 'all' || scope.size === 0) return [];
  const rows = await database
    .selectFrom('deployment')
    .innerJoin('device', 'device.serial', 'deployment.device_serial')
    .select((row) => [
      'device.serial',
      'device.name',
      'device.device_type',
      row.fn.min('deployment.creation_date').as('from'),
      row.fn.max('deployment.closed_date').as('until'),
    ])
    .where('deployment.organisation', 'in', [...scope])
    .groupBy(['device.serial', 'device.name', 'device.device_type'])
    .having(sql<boolean>`bool_and(deployment.closed_date is not null)`)
    .orderBy('until', 'desc')
    .orderBy('device.serial')
    .execute();
  const names = await namesThen(
    database,
    rows.map(({ serial, until }) => ({ serial, until })),
  );
  return rows.map(({ from, until, ...row }) => ({
    ...row,
    name: names.get(row.serial) ?? row.name,
    from: from.toISOString(),
    until: until === null ? from.toISOString() : until.toISOString(),
  }));
}

/** Returns the names that devices had at an instant, if they have been renamed since: the first later change contains the earlier name. */
async function namesThen(
  database: Kysely<Database>,
  left: readonly { readonly serial: string; readonly until: Date | null }[],
): Promise<ReadonlyMap<string, string>> {
  if (left.length === 0) return new Map();
  const serials = left.map(({ serial }) => serial);
  const ends = left.map(({ until }) => until?.toISOString() ?? null);
  const { rows } = await sql<{ serial: string; name: string }>`
    select distinct on (left_device.serial) left_device.serial, action.old_value ->> 'name' as name
    from unnest(${serials}::text[], ${ends}::timestamptz[]) left_device (serial, until)
    join device_action action on action.device_serial = left_device.serial and action.at >= left_device.until
    where action.action_type = 'update' and action.old_value ->> 'name' is not null
    order by left_device.serial, action.at, action.id`.execute(database);
  return new Map(rows.map(({ serial, name }) => [serial, name]));
}
