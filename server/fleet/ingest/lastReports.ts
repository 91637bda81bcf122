import type { Kysely } from 'kysely';
import { wireState } from '#contract/fleet/state';
import { z } from '#contract/schema';
import type { Database } from '../../platform/database/tables.ts';
import { reportedStateOf } from '../liveReport.ts';
import type { LiveReports } from '../liveReports.ts';
import type { KnownReport } from './reportOrder.ts';

/** Returns the newest report of a device as consoles know it. */
export const lastLiveReport =
  (live: Pick<LiveReports, 'newest'>) =>
  (serial: string): KnownReport | undefined => {
    const known = live.newest(serial);
    if (known === undefined) return undefined;
    const { deviceTime, sequence, receivedAt } = known;
    const state = reportedStateOf(known)?.state;
    return { deviceTime, sequence, receivedAt, ...(state === undefined ? {} : { state }) };
  };

/** Reads the newest report of each device from the database when an ingest starts. A state that no longer matches its schema is treated as unknown. */
export async function lastReports(database: Kysely<Database>): Promise<(serial: string) => KnownReport | undefined> {
  const rows = await database.selectFrom('device_state').selectAll().execute();
  const reports = new Map(
    rows.map((row) => {
      const state = z.optional(wireState).safeParse(row.state);
      const moment = { deviceTime: row.device_time.getTime(), sequence: row.sequence, receivedAt: row.received_at.getTime() };
      return [row.serial, state.data === undefined ? moment : { ...moment, state: state.data }];
    }),
  );
  return (serial) => reports.get(serial);
}
