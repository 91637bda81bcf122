import type { Kysely } from 'kysely';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';

interface PastError {
  readonly serial: string;
  readonly startedAt: number;
  readonly stoppedAt: number;
}

/** Rows of one insert; PostgreSQL takes 65,535 parameters at most. */
const ROWS_PER_INSERT = 5_000;
/** What a robot did after a past error. */
const NEXT_STATE = 'executing_task';

/** Writes what happened before the demo began, so that its history does not start empty; a database with any history is left as it is. */
export async function seedErrorPeriods(database: Kysely<Database>, errors: readonly PastError[]): Promise<void> {
  const known = await database.selectFrom('error_period').select('serial').limit(1).executeTakeFirst();
  if (known !== undefined) return;
  // A database may have been filled with fewer devices than are simulated now.
  const devices = new Set((await database.selectFrom('device').select('serial').execute()).map(({ serial }) => serial));
  const rows = errors
    .filter(({ serial }) => devices.has(serial))
    .map(({ serial, startedAt, stoppedAt }) => ({
      serial,
      start_time: new Date(startedAt),
      stop_time: new Date(stoppedAt),
      next_state: NEXT_STATE,
    }));
  for (const values of chunks(rows, ROWS_PER_INSERT)) {
    await database
      .insertInto('error_period')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
