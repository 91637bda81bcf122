import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { wireState } from '#contract/fleet/state';
import { z } from '#contract/schema';
import type { KnownReport } from './ingest/messageFilter.ts';
import type { LiveReports } from './liveReports.ts';
import { liveReport, serverPush, type LiveReport } from './liveReport.ts';

/** Returns whether memory has nothing newer in the place of a report. */
const isNewest =
  (live: LiveReports) =>
  ({ serial, kind, receivedAt }: LiveReport): boolean => {
    const newer = live.since(receivedAt + 1);
    return (kind === 'state' ? newer.newest(serial) : newer.data(serial, kind)) === undefined;
  };

/** Loads what another instance received and this one missed: the reports in the database that are newer than those in memory. */
export const loadMissedReports = (database: Kysely<Database>, live: LiveReports): Promise<void> =>
  loadLiveReports(database, { apply: (reports) => live.apply(reports.filter(isNewest(live))) });

/** Loads the newest reports from the database into memory after a restart. Skips rows that no longer match the schema. */
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

/** Reads the newest report of each device from the database, for an ingest that begins. A state that no longer matches its schema counts as unknown. */
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
