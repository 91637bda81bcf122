/** What has outlived its time: files of reports and rollups, rows of rollups, events and commands, but for pinned spans. */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** Days for which each kind is kept; 0 keeps it for ever. */
export interface RetentionDays {
  readonly reports: number;
  readonly rollups: number;
  /** Events of devices and commands. */
  readonly events: number;
}

/** Returns the days of the settings. */
export const retentionDays = (
  settings: Pick<Settings, 'HISTORY_REPORT_DAYS' | 'HISTORY_ROLLUP_DAYS' | 'HISTORY_EVENT_DAYS'>,
): RetentionDays => ({
  reports: settings.HISTORY_REPORT_DAYS,
  rollups: settings.HISTORY_ROLLUP_DAYS,
  events: settings.HISTORY_EVENT_DAYS,
});

/** Returns the instant before which a kind is removed; null when it is kept for ever. */
export const removedBefore = (days: number, now: number): Date | null => (days > 0 ? new Date(now - days * DAY_MS) : null);

/** A file that is to go. */
export interface RemovedFile {
  readonly name: string;
  readonly kind: 'reports' | 'rollups';
  readonly bytes: number;
}

const isPinnedFile = sql<boolean>`exists (select 1 from history_pin as pin where pin.from_at <= history_file.last_at
  and pin.to_at > history_file.first_at and (pin.serial is null or pin.serial = any (history_file.serials)))`;

/** SQL for "this instant of this device is in a pinned span". */
export const isPinned = (serial: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from history_pin as pin where pin.from_at <= ${at} and pin.to_at > ${at} and (pin.serial is null or pin.serial = ${serial}))`;

/** Returns the files whose last row is too old, the oldest first. A file with a pinned row is kept as a whole. */
export async function filesToRemove(database: Kysely<Database>, days: RetentionDays, now: number): Promise<readonly RemovedFile[]> {
  const found: RemovedFile[] = [];
  for (const kind of ['reports', 'rollups'] as const) {
    const before = removedBefore(days[kind], now);
    if (before === null) continue;
    const files = await database
      .selectFrom('history_file')
      .select(['name', 'kind', 'bytes'])
      .where('kind', '=', kind)
      .where('state', '=', 'complete')
      .where('last_at', '<', before)
      .where(sql<boolean>`not ${isPinnedFile}`)
      .orderBy('last_at')
      .execute();
    found.push(...files);
  }
  return found;
}

/** A table of which rows are removed by their age: its columns for the device and the instant. */
export interface AgedTable {
  readonly table: 'history_rollup' | 'device_event' | 'command';
  readonly serial: string;
  readonly at: string;
  readonly days: keyof RetentionDays;
}

/** The tables with rows that are removed by their age. Each has an index that begins with the device and the instant. */
export const agedTables: readonly AgedTable[] = [
  { table: 'history_rollup', serial: 'serial', at: 'hour', days: 'rollups' },
  { table: 'device_event', serial: 'serial', at: 'at', days: 'events' },
  { table: 'command', serial: 'device_serial', at: 'given_at', days: 'events' },
];

/** SQL for "this row is too old, and not pinned". */
export const isOld = ({ table, serial, at }: AgedTable, before: Date): RawBuilder<boolean> => {
  const [device, instant] = [sql.ref(`${table}.${serial}`), sql.ref(`${table}.${at}`)];
  return sql<boolean>`${instant} < ${before} and not ${isPinned(device, instant)}`;
};

/** What would be removed now. */
export interface Removals {
  readonly files: readonly RemovedFile[];
  readonly rows: readonly { readonly table: string; readonly count: number }[];
}

/** Returns what would be removed now; changes nothing. */
export async function plannedRemovals(database: Kysely<Database>, days: RetentionDays, now: number): Promise<Removals> {
  const rows: { table: string; count: number }[] = [];
  for (const aged of agedTables) {
    const before = removedBefore(days[aged.days], now);
    if (before === null) continue;
    const { rows: counted } = await sql<{ count: number }>`select count(*) as count from ${sql.table(aged.table)}
      where ${isOld(aged, before)}`.execute(database);
    rows.push({ table: aged.table, count: counted[0]?.count ?? 0 });
  }
  return { files: await filesToRemove(database, days, now), rows };
}
