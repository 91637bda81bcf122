/** Converts a rollup to a row of the table or of a file, and back. */

import type { Insertable, Selectable } from 'kysely';
import { z } from '#contract/schema';
import type { ActivityKind } from '#domain/devices/activity';
import type { Database } from '../../platform/database/tables.ts';
import { type Cell, type Column, thousandthsOf } from '../parquet/columns.ts';
import type { Measured, Rollup } from './rollup.ts';

/** The columns of a file of rollups. The minutes are JSON: a list of 60 numbers of reports, and a list of activities, each with its number of minutes. */
export const rollupColumns = [
  { name: 'serial', type: 'text', isSearched: true },
  { name: 'organisation', type: 'text' },
  { name: 'hour', type: 'instant', isSearched: true },
  { name: 'reports', type: 'count' },
  { name: 'minute_reports', type: 'text' },
  { name: 'minute_activities', type: 'text' },
  { name: 'battery_min', type: 'thousandths' },
  { name: 'battery_max', type: 'thousandths' },
  { name: 'battery_avg', type: 'thousandths' },
  { name: 'battery_reports', type: 'count' },
  { name: 'speed_min', type: 'thousandths' },
  { name: 'speed_max', type: 'thousandths' },
  { name: 'speed_avg', type: 'thousandths' },
  { name: 'speed_reports', type: 'count' },
  { name: 'online_ms', type: 'count' },
  { name: 'treating_ms', type: 'count' },
  { name: 'error_ms', type: 'count' },
  { name: 'errors', type: 'count' },
] as const satisfies readonly Column[];

/** The names of the columns. */
export const rollupColumnNames = rollupColumns.map(({ name }) => name);

/** A row of the table to write. */
export type RollupRow = Omit<Insertable<Database['history_rollup']>, 'is_sealed'>;

/** Encodes equal neighbours as runs: each value with its count. */
function runsOf<Value>(values: readonly Value[]): readonly (readonly [Value, number])[] {
  const runs: [Value, number][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run !== undefined && run[0] === value) run[1] += 1;
    else runs.push([value, 1]);
  }
  return runs;
}

/** Organisation in the rows of a device without an owner, because a column of the table's key cannot be null. */
const NONE = '';

/** Returns the organisation in a row of the table; null for a device without an owner. */
export const organisationOfRow = (organisation: string): string | null => (organisation === NONE ? null : organisation);

/** Returns a rollup as a row. */
export const rowOfRollup = (rollup: Rollup): RollupRow => ({
  serial: rollup.serial,
  organisation: rollup.organisation ?? NONE,
  hour: new Date(rollup.hour).toISOString(),
  reports: rollup.reports,
  minute_reports: JSON.stringify(rollup.minuteReports),
  minute_activities: JSON.stringify(runsOf(rollup.minuteActivities)),
  battery_min: rollup.battery?.least ?? null,
  battery_max: rollup.battery?.most ?? null,
  battery_avg: rollup.battery?.mean ?? null,
  battery_reports: rollup.battery?.count ?? 0,
  speed_min: rollup.speed?.least ?? null,
  speed_max: rollup.speed?.most ?? null,
  speed_avg: rollup.speed?.mean ?? null,
  speed_reports: rollup.speed?.count ?? 0,
  online_ms: rollup.onlineMs,
  treating_ms: rollup.treatingMs,
  error_ms: rollup.errorMs,
  errors: rollup.errors,
});

const minuteCounts = z.array(z.number());

/** Returns the number of reports of each minute. */
export const minuteCountsOf = (text: string): readonly number[] => minuteCounts.parse(JSON.parse(text));
const kind = z.nullable(z.custom<ActivityKind>((value) => typeof value === 'string'));
const activityRuns = z.array(z.tuple([kind, z.int().check(z.minimum(0), z.maximum(60))]));

/** A row of the table as read, without the columns that only writers need. */
type StoredRow = Omit<Selectable<Database['history_rollup']>, 'is_sealed'>;

/** The values of a row of the table or of a file. */
type StoredValues = Omit<StoredRow, 'hour' | 'organisation'> & {
  readonly hour: number;
  readonly organisation: string | null;
};

function measuredOf(least: number | null, most: number | null, mean: number | null, count: number): Measured | null {
  return least === null || most === null || mean === null ? null : { least, most, mean, count };
}

const rollupOfValues = (row: StoredValues): Rollup => ({
  serial: row.serial,
  organisation: row.organisation === NONE ? null : row.organisation,
  hour: row.hour,
  reports: row.reports,
  minuteReports: minuteCountsOf(row.minute_reports),
  minuteActivities: activityRuns
    .parse(JSON.parse(row.minute_activities))
    .flatMap(([activity, minutes]) => Array.from({ length: minutes }, () => activity)),
  battery: measuredOf(row.battery_min, row.battery_max, row.battery_avg, row.battery_reports),
  speed: measuredOf(row.speed_min, row.speed_max, row.speed_avg, row.speed_reports),
  onlineMs: row.online_ms,
  treatingMs: row.treating_ms,
  errorMs: row.error_ms,
  errors: row.errors,
});

/** Returns a row of the table as a rollup. */
export const rollupOfRow = (row: StoredRow): Rollup => rollupOfValues({ ...row, hour: row.hour.getTime() });

const numberOf = (cell: Cell) => (typeof cell === 'number' ? cell : null);

/** Returns a row of a file as a rollup. */
export const rollupOfCells = (cellAt: (column: string) => Cell): Rollup =>
  rollupOfValues({
    serial: String(cellAt('serial')),
    organisation: cellAt('organisation') === null ? null : String(cellAt('organisation')),
    hour: numberOf(cellAt('hour')) ?? NaN,
    reports: numberOf(cellAt('reports')) ?? 0,
    minute_reports: String(cellAt('minute_reports')),
    minute_activities: String(cellAt('minute_activities')),
    battery_min: numberOf(cellAt('battery_min')),
    battery_max: numberOf(cellAt('battery_max')),
    battery_avg: numberOf(cellAt('battery_avg')),
    battery_reports: numberOf(cellAt('battery_reports')) ?? 0,
    speed_min: numberOf(cellAt('speed_min')),
    speed_max: numberOf(cellAt('speed_max')),
    speed_avg: numberOf(cellAt('speed_avg')),
    speed_reports: numberOf(cellAt('speed_reports')) ?? 0,
    online_ms: numberOf(cellAt('online_ms')) ?? 0,
    treating_ms: numberOf(cellAt('treating_ms')) ?? 0,
    error_ms: numberOf(cellAt('error_ms')) ?? 0,
    errors: numberOf(cellAt('errors')) ?? 0,
  });

/** Returns the cells of rows of one device, in the order of `rollupColumns`; numbers with decimals are whole thousandths. */
export function rollupCells(rows: readonly Readonly<Record<string, unknown>>[]): readonly (readonly Cell[])[] {
  return rollupColumns.map(({ name, type }) =>
    rows.map((row): Cell => {
      const value = row[name];
      if (typeof value === 'number') return type === 'thousandths' ? thousandthsOf(value) : Math.round(value);
      if (type === 'instant' && typeof value === 'string') return Date.parse(value);
      return typeof value === 'string' && !(name === 'organisation' && value === NONE) ? value : null;
    }),
  );
}
