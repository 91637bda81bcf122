import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/** Returns the time zone (IANA name) of the location where a device is deployed now; null while it is not deployed. */
export async function zoneOfDevice(database: Kysely<Database>, serial: string): Promise<string | null> {
  const row = await database
    .selectFrom('deployment')
    .innerJoin('location', 'location.id', 'deployment.location_id')
    .select('location.timezone')
    .where('deployment.device_serial', '=', serial)
    .where('deployment.closed_date', 'is', null)
    .executeTakeFirst();
  return row?.timezone ?? null;
}
