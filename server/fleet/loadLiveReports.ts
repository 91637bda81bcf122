import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import type { LiveReports } from './liveReports.ts';
import { report } from './deviceReport.ts';

/** Loads the newest reports from the database into memory after a restart. Skips rows that no longer match the schema. */
export async function loadLiveReports(database: Kysely<Database>, live: Pick<LiveReports, 'apply'>): Promise<void> {
  const states = await database.selectFrom('device_state').selectAll().execute();
  const data = await database.selectFrom('device_data').selectAll().execute();
  const rows = [
    ...states.map((row) => ({
      push: { type: 'state', serial: row.serial, timestamp: row.received_at.toISOString(), state: row.state },
      deviceTime: row.device_time.toISOString(),
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
      const parsed = report.safeParse(row);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}
