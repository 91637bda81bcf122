/**
 * Data past its retention period: files of reports and rollups, rows of rollups, events and commands, except pinned spans and the time around incidents and
 * bookmarks. Reviews of episodes and lines of accounts are pinned by nothing.
 */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** Days for which each kind is kept; 0 keeps it for ever. */
export interface RetentionDays {
  readonly reports: number;
  readonly rollups: number;
  /** Events of devices, commands, and reviews of episodes. */
  readonly events: number;
  /** Lines of accounts of sessions. */
  readonly accounts: number;
}

/** Returns the days of the settings. */
export const retentionDays = (
  settings: Pick<Settings, 'HISTORY_REPORT_DAYS' | 'HISTORY_ROLLUP_DAYS' | 'HISTORY_EVENT_DAYS' | 'HISTORY_ACCOUNT_DAYS'>,
): RetentionDays => ({
  reports: settings.HISTORY_REPORT_DAYS,
  rollups: settings.HISTORY_ROLLUP_DAYS,
  events: settings.HISTORY_EVENT_DAYS,
  accounts: settings.HISTORY_ACCOUNT_DAYS,
});

/** Returns the instant before which a kind is removed; null when it is kept for ever. */
export const removedBefore = (days: number, now: number): Date | null => (days > 0 ? new Date(now - days * DAY_MS) : null);

/** A file that is to go. */
export interface RemovedFile {
  readonly name: string;
  readonly kind: 'reports' | 'rollups';
  readonly bytes: number;
}

/** Time that is kept before and after an incident of a device or a bookmark, in ms, so that its cause and its outcome stay visible. */
export const AROUND_MS = 10 * MINUTE_MS;
const AROUND = sql`make_interval(secs => ${AROUND_MS / 1_000}::double precision)`;

/** SQL for "something keeps a part of this row of `history_file`". */
export const isPinnedFile = sql<boolean>`(exists (select 1 from history_pin as pin where pin.from_at <= history_file.last_at
    and pin.to_at > history_file.first_at and (pin.serial is null or pin.serial = any (history_file.serials))
    and (pin.serials is null or pin.serials && history_file.serials)
    and (pin.of_staff or exists (select 1 from deployment where deployment.device_serial = any (history_file.serials)
      and (pin.serials is null or deployment.device_serial = any (pin.serials))
      and deployment.organisation = any (pin.organisations) and deployment.creation_date < pin.to_at
      and (deployment.closed_date is null or deployment.closed_date > pin.from_at))))
  or exists (select 1 from incident where incident.serial = any (history_file.serials)
    and incident.incident_time between history_file.first_at - ${AROUND} and history_file.last_at + ${AROUND})
  or exists (select 1 from history_bookmark as mark where mark.at between history_file.first_at - ${AROUND} and history_file.last_at + ${AROUND}
    and (mark.of_staff or exists (select 1 from deployment where deployment.device_serial = any (history_file.serials)
      and deployment.organisation = any (mark.organisations) and deployment.creation_date <= mark.at + ${AROUND}
      and (deployment.closed_date is null or deployment.closed_date > mark.at - ${AROUND})))))`;

/** SQL for "this instant of this device is in a pinned span, near an incident, or near a bookmark of its owner at that time". */
export const isPinned = (serial: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from history_pin as pin where pin.from_at <= ${at} and pin.to_at > ${at}
      and (pin.serial is null or pin.serial = ${serial}) and (pin.serials is null or ${serial} = any (pin.serials))
      and (pin.of_staff or exists (select 1 from deployment where deployment.device_serial = ${serial}
        and deployment.organisation = any (pin.organisations) and deployment.creation_date <= ${at}
        and (deployment.closed_date is null or deployment.closed_date > ${at}))))
    or exists (select 1 from incident where incident.serial = ${serial}
      and incident.incident_time between ${at} - ${AROUND} and ${at} + ${AROUND})
    or exists (select 1 from history_bookmark as mark where mark.at between ${at} - ${AROUND} and ${at} + ${AROUND}
      and (mark.of_staff or exists (select 1 from deployment where deployment.device_serial = ${serial}
        and deployment.organisation = any (mark.organisations) and deployment.creation_date <= ${at}
        and (deployment.closed_date is null or deployment.closed_date > ${at})))))`;

/** The files whose last row is too old. */
export interface OldFiles {
  readonly gone: readonly RemovedFile[];
  /** Files of reports that are cut to what is pinned in them. */
  readonly cut: readonly RemovedFile[];
}

/** Returns the files whose last row is too old, the oldest first. A file of rollups with a pinned row is kept as a whole. */
export async function oldFiles(database: Kysely<Database>, days: RetentionDays, now: number): Promise<OldFiles> {
  const [gone, cut]: [RemovedFile[], RemovedFile[]] = [[], []];
  for (const kind of ['reports', 'rollups'] as const) {
    const before = removedBefore(days[kind], now);
    if (before === null) continue;
    const files = await database
      .selectFrom('history_file')
      .select(['name', 'kind', 'bytes', 'is_cut', isPinnedFile.as('is_pinned')])
      .where('kind', '=', kind)
      .where('state', '=', 'complete')
      .where('last_at', '<', before)
      .orderBy('last_at')
      .execute();
    for (const { is_cut, is_pinned, ...file } of files) {
      if (!is_pinned) gone.push(file);
      else if (kind === 'reports' && !is_cut) cut.push(file);
    }
  }
  return { gone, cut };
}

/** A table of which rows are removed by their age: its columns for the device and the instant. */
export interface AgedTable {
  readonly table: 'history_rollup' | 'device_event' | 'command' | 'late_span';
  readonly serial: string;
  readonly at: string;
  readonly days: keyof RetentionDays;
}

/** The tables with rows that are removed by their age. Each has an index that begins with the device and the instant. */
export const agedTables: readonly AgedTable[] = [
  { table: 'history_rollup', serial: 'serial', at: 'hour', days: 'rollups' },
  { table: 'device_event', serial: 'serial', at: 'at', days: 'events' },
  { table: 'command', serial: 'device_serial', at: 'given_at', days: 'events' },
  { table: 'late_span', serial: 'serial', at: 'to_at', days: 'reports' },
];

/** SQL for "this row is too old, and not pinned". */
export const isOld = ({ table, serial, at }: AgedTable, before: Date): RawBuilder<boolean> => {
  const [device, instant] = [sql.ref(`${table}.${serial}`), sql.ref(`${table}.${at}`)];
  return sql<boolean>`${instant} < ${before} and not ${isPinned(device, instant)}`;
};

/** The data that would be removed now. */
export interface Removals {
  readonly files: readonly RemovedFile[];
  /** Files of which only the pinned spans stay. */
  readonly cut: readonly RemovedFile[];
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
  for (const [table, kept] of [
    ['history_review', days.events],
    ['session_account_line', days.accounts],
  ] as const) {
    const before = removedBefore(kept, now);
    if (before === null) continue;
    const old = database.selectFrom(table).where('at', '<', before);
    const { count } = await old.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    rows.push({ table, count });
  }
  const { gone, cut } = await oldFiles(database, days, now);
  return { files: gone, cut, rows };
}
