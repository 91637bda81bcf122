/** The name of a device for callers who may no longer see its current name. */

import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/principal.ts';

/**
 * SQL for the name of a device as a scope may read it: the current name while the device works for the scope; after that the name at its departure, which the
 * first later change records as the old value, since the present owner may have renamed the device; for all other callers the serial. Source: SEE3, SEE9.
 */
export function nameInScope(scope: Scope): RawBuilder<string> {
  if (scope === 'all') return sql<string>`device.name`;
  const own = sql`deployment.device_serial = device.serial and deployment.organisation = any (${[...scope]}::text[])`;
  return sql<string>`case when exists (select from deployment where ${own} and deployment.closed_date is null) then device.name
    else coalesce((select coalesce((select change.old_value ->> 'name' from device_action as change
        where change.device_serial = device.serial and change.at >= service.until
          and change.action_type = 'update' and change.old_value ->> 'name' is not null
        order by change.at, change.id limit 1), device.name)
      from (select max(deployment.closed_date) as until from deployment where ${own}) as service
      where service.until is not null), device.serial) end`;
}
