import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { openTestDatabase } from '../openTestDatabase.ts';
import { partsOf } from '../startProduct.ts';

/** A month of a robot for its organisation at that time: in each hour it is half an hour online, and treats for a quarter. */
export interface PastMonth {
  readonly serial: string;
  readonly locationId: string;
  readonly organisation: string;
  /** Its begin and end, ms since epoch. */
  readonly from: number;
  readonly to: number;
  /** A robot that was deployed and sent nothing. */
  readonly isSilent?: true;
}

/** Writes the deployment, the counted hours and one error, of ten minutes, of a month into the database of a running product. */
export async function writeMonth(dataDir: string, { serial, locationId, organisation, from, to, isSilent }: PastMonth): Promise<void> {
  const database = openTestDatabase(partsOf(dataDir).databaseUrl);
  const rollup = { serial, organisation, reports: 1, minute_reports: '[]', minute_activities: '[]', battery_reports: 0, speed_reports: 0 };
  const times = { online_ms: HOUR_MS / 2, treating_ms: HOUR_MS / 4, error_ms: 0, errors: 0 };
  const rows = Array.from({ length: (to - from) / HOUR_MS }, (_, index) => ({
    ...rollup,
    ...times,
    hour: new Date(from + index * HOUR_MS),
  }));
  const period = { id: `past-${serial}-${from}`, creation_date: new Date(from), closed_date: new Date(to) };
  const error = { serial, start_time: new Date(from + HOUR_MS), stop_time: new Date(from + HOUR_MS + 10 * MINUTE_MS), next_state: 'idle' };
  try {
    await database
      .insertInto('deployment')
      .values({ ...period, device_serial: serial, location_id: locationId })
      .execute();
    if (isSilent) return;
    await database.insertInto('history_rollup').values(rows).execute();
    await database.insertInto('error_period').values(error).execute();
  } finally {
    await database.destroy();
  }
}
