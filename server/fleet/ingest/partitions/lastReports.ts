import type { Kysely } from 'kysely';
import { z } from '#contract/schema';
import { wireState } from '#contract/fleet/state';
import type { Database } from '../../../platform/database/tables.ts';
import type { KnownReport } from '../acceptMessage.ts';

/** Reads the newest report of each device from the database. A state that no longer matches its schema counts as unknown. */
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
