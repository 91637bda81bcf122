import { sql, type Kysely } from 'kysely';
import { duringTimes } from '../locations/duringTimes.ts';
import type { ReadableDevice } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import { notFound } from '../platform/failure/failure.ts';

/**
 * Checks the id of an upload: throws 404 unless the device itself reported an incident or a log file with this id while it worked for the caller. Source:
 * CMD10.
 */
export async function requireUpload(database: Kysely<Database>, { serial, times }: ReadableDevice, id: string): Promise<void> {
  const incident = database
    .selectFrom('incident')
    .select('serial')
    .where('serial', '=', serial)
    .where('incident_id', '=', id)
    .where(duringTimes(sql.ref('incident_time'), times));
  const file = database
    .selectFrom('device_log')
    .select('serial')
    .where('serial', '=', serial)
    .where('database_id', '=', id)
    .where(duringTimes(sql.ref('received_at'), times));
  const known = await incident.unionAll(file).limit(1).executeTakeFirst();
  if (known === undefined) throw notFound('the device has no such incident or log');
}
