/**
 * Finds data past its retention period: reports, rollups, events and commands, except pinned spans and the time around incidents and bookmarks. Reviews of
 * episodes and lines of accounts are never pinned.
 */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { sealsDays } from '../sealed/sealsDays.ts';

/** Days for which each kind of data is kept; 0 keeps it forever. */
export interface RetentionDays {
  readonly reports: number;
  /** Reports in the database if days are not sealed; 0 if days are sealed, because their reports become files. */
  readonly unsealed: number;
  readonly rollups: number;
  /** Events of devices, commands, and reviews of episodes. */
  readonly events: number;
  /** Lines of accounts of sessions. */
  readonly accounts: number;
}

/** Returns the retention days of the settings. */
export const retentionDays = (
  settings: Pick<
    Settings,
    'HISTORY_REPORT_DAYS' | 'HISTORY_ROLLUP_DAYS' | 'HISTORY_EVENT_DAYS' | 'HISTORY_ACCOUNT_DAYS' | 'NATS_URL' | 'S3_URL'
  >,
): RetentionDays => ({
  reports: settings.HISTORY_REPORT_DAYS,
  unsealed: sealsDays(settings) ? 0 : settings.HISTORY_REPORT_DAYS,
  rollups: settings.HISTORY_ROLLUP_DAYS,
  events: settings.HISTORY_EVENT_DAYS,
  accounts: settings.HISTORY_ACCOUNT_DAYS,
});

/** Returns the instant before which a kind of data is removed; null if it is kept forever. */
export const removedBefore = (days: number, now: number): Date | null => (days > 0 ? new Date(now - days * DAY_MS) : null);

/** A file that is to be removed. */
export interface RemovedFile {
  readonly name: string;
  readonly kind: 'reports' | 'rollups';
  readonly bytes: number;
}

/** Time, in ms, that is kept before and after an incident or a bookmark, so that cause and outcome stay visible. */
export const AROUND_MS = 10 * MINUTE_MS;
const AROUND = sql`make_interval(secs => ${AROUND_MS / 1_000}::double precision)`;

/** Returns SQL for "something keeps a part of this row" of a file, or of a block in the database. */
const isPinnedPart = (table: 'history_file' | 'history_block') => {
  const [firstAt, lastAt, serials] = ['first_at', 'last_at', 'serials'].map((column) => sql.ref(`${table}.${column}`));
  return sql<boolean>`(exists (select 1 from history_pin as pin where pin.from_at <= ${lastAt}
    and pin.to_at > ${firstAt} and (pin.serial is null or pin.serial = any (${serials}))
    and (pin.serials is null or pin.serials && ${serials})
    and (pin.of_staff or exists (select 1 from deployment where deployment.device_serial = any (${serials})
      and (pin.serials is null or deployment.device_serial = any (pin.serials))
      and deployment.organisation = any (pin.organisations) and deployment.creation_date < pin.to_at
      and (deployment.closed_date is null or deployment.closed_date > pin.from_at))))
  or exists (select 1 from incident where incident.serial = any (${serials})
    and incident.incident_time between ${firstAt} - ${AROUND} and ${lastAt} + ${AROUND})
  or exists (select 1 from history_bookmark as mark where mark.at between ${firstAt} - ${AROUND} and ${lastAt} + ${AROUND}
    and (mark.of_staff or exists (select 1 from deployment where deployment.device_serial = any (${serials})
      and deployment.organisation = any (mark.organisations) and deployment.creation_date <= mark.at + ${AROUND}
      and (deployment.closed_date is null or deployment.closed_date > mark.at - ${AROUND})))))`;
};

/** SQL for "something keeps a part of this row of `history_file`". */
export const isPinnedFile = isPinnedPart('history_file');

/** Returns SQL for "this block of the database is too old, and nothing keeps a part of it". */
export const isOldBlock = (before: Date) => sql<boolean>`history_block.last_at < ${before} and not ${isPinnedPart('history_block')}`;

/** Returns SQL for "this instant of this device is in a pinned span, near an incident, or near a bookmark of its owner at that time". */
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

/** Files whose last row is too old. */
export interface OldFiles {
  readonly gone: readonly RemovedFile[];
  /** Files of reports that are reduced to their pinned spans. */
  readonly cut: readonly RemovedFile[];
}

/** Returns the files whose last row is too old, oldest first. A file of rollups with a pinned row is kept whole. */
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

/** A table whose rows are removed by age: its columns for the device and the instant. */
export interface AgedTable {
  readonly table: 'history_rollup' | 'device_event' | 'command' | 'late_span';
  readonly serial: string;
  readonly at: string;
  readonly days: keyof RetentionDays;
}

/** The tables whose rows are removed by age. Each has an index that begins with the device and the instant. */
export const agedTables: readonly AgedTable[] = [
  { table: 'history_rollup', serial: 'serial', at: 'hour', days: 'rollups' },
  { table: 'device_event', serial: 'serial', at: 'at', days: 'events' },
  { table: 'command', serial: 'device_serial', at: 'given_at', days: 'events' },
  { table: 'late_span', serial: 'serial', at: 'to_at', days: 'reports' },
];

/** Returns SQL for "this row is too old, and not pinned". */
export const isOld = ({ table, serial, at }: AgedTable, before: Date): RawBuilder<boolean> => {
  const [device, instant] = [sql.ref(`${table}.${serial}`), sql.ref(`${table}.${at}`)];
  return sql<boolean>`${instant} < ${before} and not ${isPinned(device, instant)}`;
};

/** The data that would be removed now. */
export interface Removals {
  readonly files: readonly RemovedFile[];
  /** Files that are reduced to their pinned spans. */
  readonly cut: readonly RemovedFile[];
  readonly rows: readonly { readonly table: string; readonly count: number }[];
}

/** Returns the data that would be removed now; changes nothing. */
export async function plannedRemovals(database: Kysely<Database>, days: RetentionDays, now: number): Promise<Removals> {
  const rows: { table: string; count: number }[] = [];
  for (const aged of agedTables) {
    const before = removedBefore(days[aged.days], now);
    if (before === null) continue;
    const { rows: counted } = await sql<{ count: number }>`select count(*) as count from ${sql.table(aged.table)}
      where ${isOld(aged, before)}`.execute(database);
    rows.push({ table: aged.table, count: counted[0]?.count ?? 0 });
  }
  const unsealedBefore = removedBefore(days.unsealed, now);
  if (unsealedBefore !== null) {
    const blocks = database.selectFrom('history_block').where(isOldBlock(unsealedBefore));
    const { count } = await blocks.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    rows.push({ table: 'history_block', count });
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
