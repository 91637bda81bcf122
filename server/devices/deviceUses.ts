/** What stands under the serial of a device and keeps it from being removed or corrected: its uses by kind, its reports, and the events that the server made. */

import { sql, type Transaction } from 'kysely';
import type { UseCount } from '#domain/text/usedText';
import type { Database } from '../platform/database/tables.ts';
import { rowsWhere, type UseQuery } from '../platform/database/refuseUsed.ts';

/**
 * Matches the events that the server made about messages that it could not read (`fleet/ingest/faultReports.ts`), whose time is that of their receipt. They
 * are no reports of the device: a robot that speaks under a mistyped serial may have nothing else.
 */
const isServerMade = sql<boolean>`device_time = received_at and (data ->> 'readable_again' is not null
  or (data ->> 'topic' is not null and coalesce(data ->> 'unreadable', data ->> 'noticed') is not null))`;

const nouns = {
  deployment: {},
  command: {},
  treatment: {},
  incident: {},
  device_event: { one: 'event', many: 'events' },
  device_log: { one: 'log file', many: 'log files' },
} as const satisfies Readonly<Record<string, Partial<Pick<UseCount, 'one' | 'many'>>>>;
type UseTable = keyof typeof nouns;
const byDeviceSerial: readonly UseTable[] = ['deployment', 'command'];

/** Returns the uses of a device in some tables, in this order; of its events only those that it sent. */
export const usesOfDevice = (serial: string, tables: readonly UseTable[]): readonly UseQuery[] =>
  tables.map((table) => {
    const own = byDeviceSerial.includes(table) ? sql`device_serial = ${serial}` : sql`serial = ${serial}`;
    const test = table === 'device_event' ? sql`${own} and (${isServerMade}) is not true` : own;
    return { rows: rowsWhere(table, test), one: table, many: `${table}s`, ...nouns[table] };
  });

/** Tables with what a device reported of itself. `device.first_seen` follows a state after seconds, and nothing else. */
const REPORTED = ['device_state', 'device_data', 'metrics', 'error_period', 'device_identity', 'config_device'] as const;

/** Returns whether a device has reported anything beside events and log files, which are uses. */
export async function hasReported(
  tx: Transaction<Database>,
  serial: string,
  { first_seen, last_seen }: { readonly first_seen: Date | null; readonly last_seen: Date | null },
): Promise<boolean> {
  if (first_seen !== null || last_seen !== null) return true;
  for (const table of REPORTED) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where serial = ${serial} limit 1`.execute(tx);
    if (rows.length > 0) return true;
  }
  return false;
}
