import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import type { LiveReports } from './liveReports.ts';
import { liveReport, serverPush, type LiveReport } from './liveReport.ts';

/** Returns whether memory has no newer report. */
const isNewest =
  (live: LiveReports) =>
  ({ serial, kind, receivedAt }: LiveReport): boolean => {
    const newer = live.since(receivedAt + 1);
    return (kind === 'state' ? newer.newest(serial) : newer.data(serial, kind)) === undefined;
  };

/** Loads the reports that another instance received and this one missed: the reports in the database that are newer than the ones in memory. */
export const loadMissedReports = (database: Kysely<Database>, live: LiveReports): Promise<void> =>
  loadLiveReports(database, { apply: (reports) => live.apply(reports.filter(isNewest(live))) });

/** Loads the newest reports from the database into memory after a start. Skips rows that no longer match the schema. */
export async function loadLiveReports(database: Kysely<Database>, live: Pick<LiveReports, 'apply'>): Promise<void> {
  const states = await database.selectFrom('device_state').selectAll().execute();
  const data = await database.selectFrom('device_data').selectAll().execute();
  const rows = [
    ...states.map((row) => ({
      push: { type: 'state', serial: row.serial, timestamp: row.received_at.toISOString(), state: row.state },
      deviceTime: row.device_time.toISOString(),
      receivedAt: row.received_at.getTime(),
      sequence: row.sequence,
    })),
    ...data.map((row) => ({
      push: { type: 'data', serial: row.serial, data_group: row.data_group, data: row.data },
      deviceTime: row.received_at.toISOString(),
      receivedAt: row.received_at.getTime(),
      sequence: 0,
    })),
  ];
  live.apply(
    rows.flatMap((row) => {
      const push = serverPush.safeParse(row.push);
      return push.success ? [liveReport({ ...row, push: push.data })] : [];
    }),
  );
}
