import { sql, type Kysely } from 'kysely';
import type { FormerDevice } from '#contract/devices/formerDevice';
import type { Scope } from '../platform/principal.ts';
import type { Database } from '../platform/database/tables.ts';
import { nameInScope } from './nameInScope.ts';

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
      nameInScope(scope).as('name'),
      'device.device_type',
      row.fn.min('deployment.creation_date').as('from'),
      row.fn.max('deployment.closed_date').as('until'),
    ])
    .where('deployment.organisation', 'in', [...scope])
    .groupBy('device.serial')
    .having(sql<boolean>`bool_and(deployment.closed_date is not null)`)
    .orderBy('until', 'desc')
    .orderBy('device.serial')
    .execute();
  return rows.map(({ from, until, ...row }) => ({
    ...row,
    from: from.toISOString(),
    until: until === null ? from.toISOString() : until.toISOString(),
  }));
}
