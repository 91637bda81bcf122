/** Data under the serial of a device: uses and reports, which prevent its removal or correction, and events that the server made, which do not. */

import { sql, type Transaction } from 'kysely';
import type { UseCount } from '#domain/text/usedText';
import type { Database } from '../platform/database/tables.ts';
import { rowsWhere, type UseQuery } from '../platform/database/refuseUsed.ts';

/**
 * Matches the events that the server made about messages that it could not read (`fleet/ingest/faultReports.ts`), whose time is that of their receipt. Such
 * events are not reports of the device: a robot that connects with a mistyped serial may have no others.
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

/** Returns queries for the uses of a device in some tables, in this order; events count only if the device sent them. */
export const usesOfDevice = (serial: string, tables: readonly UseTable[]): readonly UseQuery[] =>
  tables.map((table) => {
    const own = byDeviceSerial.includes(table) ? sql`device_serial = ${serial}` : sql`serial = ${serial}`;
    const test = table === 'device_event' ? sql`${own} and (${isServerMade}) is not true` : own;
    return { rows: rowsWhere(table, test), one: table, many: `${table}s`, ...nouns[table] };
  });

/** Tables of data that a device reported about itself. `device.first_seen` follows only a state, and only after seconds. */
const REPORTED = ['device_state', 'device_data', 'metrics', 'error_period', 'device_identity', 'config_device'] as const;

/** Returns whether a device has reported anything besides events and log files, which count as uses. */
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
