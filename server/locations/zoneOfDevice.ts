import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { duringTimes } from './duringTimes.ts';
import type { ReadableDevice } from './visibility.ts';

/**
 * Returns the time zone (IANA name) of the location where a device is deployed now; null while the device is not deployed. For a former owner, returns the zone
 * of the device's last deployment there.
 */
export async function zoneOfDevice(database: Kysely<Database>, { serial, times }: ReadableDevice): Promise<string | null> {
  const row = await database
    .selectFrom('deployment')
    .innerJoin('location', 'location.id', 'deployment.location_id')
    .select('location.timezone')
    .where('deployment.device_serial', '=', serial)
    .where(times === 'all' ? sql<boolean>`deployment.closed_date is null` : duringTimes(sql.ref('deployment.creation_date'), times))
    .orderBy('deployment.creation_date', 'desc')
    .executeTakeFirst();
  return row?.timezone ?? null;
}
