import { insertPeriods } from '#server/fleet/ingest/writeBacklog';
import { insertBlocks } from '#server/fleet/history/insertBlocks';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { openDatabase } from '#server/platform/database/openDatabase';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { partsOf } from './startProduct.ts';

/** A night of a robot: it drives, fails, and stays in error. */
export interface PastNight {
  readonly serial: string;
  /** When it fails, ms since epoch. */
  readonly failsAt: number;
  readonly code: string;
}

/** How long it reports before and after the failure, in ms. */
const BEFORE_MS = 10 * MINUTE_MS;
const AFTER_MS = 10 * MINUTE_MS;

/** Returns the reports of a night, one per second: its battery falls, and it drives until it fails. */
export function reportsOf({ serial, failsAt, code }: PastNight): readonly KeptReport[] {
  return Array.from({ length: (BEFORE_MS + AFTER_MS) / 1_000 }, (_, second): KeptReport => {
    const receivedAt = failsAt - BEFORE_MS + second * 1_000;
    const hasFailed = receivedAt >= failsAt;
    const state = {
      current_state: hasFailed ? 'error' : 'executing_task',
      current_task: hasFailed ? '' : 'drive_task',
      error_code: hasFailed ? code : '',
      battery_level: 90 - Math.floor(second / 60),
      current_velocity: hasFailed ? 0 : 0.4,
    };
    return { serial, receivedAt, deviceTime: receivedAt, sequence: second, state };
  });
}

/** Writes a night into the database of a running product, as its ingest would have written it then. */
export async function writeNight(dataDir: string, night: PastNight): Promise<void> {
  const database = openDatabase(partsOf(dataDir).databaseUrl);
  const { serial, failsAt, code } = night;
  try {
    await database.transaction().execute(async (tx) => insertBlocks(tx, reportsOf(night)));
    const period = { serial, start_time: new Date(failsAt), stop_time: new Date(failsAt + AFTER_MS), next_state: 'waiting_for_task' };
    await insertPeriods(database, [{ ...period, error_code: code }]);
  } finally {
    await database.destroy();
  }
}
