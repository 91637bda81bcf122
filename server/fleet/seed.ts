import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { insertPeriods } from './ingest/writeBacklog.ts';

interface PastError {
  readonly serial: string;
  readonly startedAt: number;
  readonly stoppedAt: number;
}

/** State of a device after a past error. */
const NEXT_STATE = 'executing_task';

/** Seeds error periods of the demo's past. Does nothing when any error period exists. */
export async function seedErrorPeriods(database: Kysely<Database>, errors: readonly PastError[]): Promise<void> {
  const known = await database.selectFrom('error_period').select('serial').limit(1).executeTakeFirst();
  if (known !== undefined) return;
  // The database may have been seeded with fewer devices than are simulated now.
  const devices = new Set((await database.selectFrom('device').select('serial').execute()).map(({ serial }) => serial));
  const rows = errors
    .filter(({ serial }) => devices.has(serial))
    .map(({ serial, startedAt, stoppedAt }) => ({
      serial,
      start_time: new Date(startedAt),
      stop_time: new Date(stoppedAt),
      next_state: NEXT_STATE,
    }));
  await insertPeriods(database, rows);
}
