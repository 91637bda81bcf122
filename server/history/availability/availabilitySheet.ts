/** Availability as a spreadsheet: a line per row, then the meanings of the numbers. */

import type { AvailabilityGroup, AvailabilityRow } from '#contract/history';
import {
  availabilityDefinitions,
  availabilityHeads,
  availabilityNames,
  availabilityOf,
  NO_AVAILABILITY,
} from '#domain/history/availability';
import { hours, roundTo } from '#domain/text/numbers';
import { chunks } from '../../platform/database/chunks.ts';
import type { Sheet } from '../../platform/spreadsheet/spreadsheet.ts';
import type { Cell, SheetColumn } from '../../platform/spreadsheet/sheetXml.ts';
import type { UnreadableFile } from '../parquet/storedParquet.ts';
import { unreadableText } from '../parquet/storedParquet.ts';
import type { Availability } from './readAvailability.ts';

/** Number of lines per batch; other requests are served between batches. */
const BATCH = 500;

interface AvailabilityColumn extends SheetColumn {
  readonly cell: (row: AvailabilityRow) => Cell;
}

const rounded = (value: number | null | undefined): number | null => (value == null ? null : roundTo(value, 2));
const percent = (share: number | null): number | null => rounded(share === null ? null : share * 100);
const SECONDS_PER_MINUTE = 60;
const minutes = (seconds: number | null): number | null => rounded(seconds === null ? null : seconds / SECONDS_PER_MINUTE);

const numbers: readonly AvailabilityColumn[] = [
  { head: 'Devices', width: 10, cell: ({ devices }) => devices },
  { head: `${availabilityNames.held} (h)`, width: 14, cell: (row) => rounded(hours(row.held_seconds)) },
  { head: `${availabilityNames.onlineShare} (%)`, width: 18, cell: (row) => percent(availabilityOf(row).onlineShare) },
  { head: `${availabilityNames.treatingShare} (%)`, width: 18, cell: (row) => percent(availabilityOf(row).treatingShare) },
  { head: availabilityNames.errors, width: 10, cell: (row) => availabilityOf(row).errors },
  {
    head: `${availabilityNames.betweenErrors} (h)`,
    width: 30,
    cell: (row) => rounded(hours(availabilityOf(row).betweenErrorsSeconds)),
  },
  { head: `${availabilityNames.recovery} (min)`, width: 28, cell: (row) => minutes(availabilityOf(row).recoverySeconds) },
];

/** Returns the columns before the numbers: the group (device, location or organisation), and the span. */
function namesOf(group: AvailabilityGroup, counted: Availability['counted']): readonly AvailabilityColumn[] {
  const at = (instant: number | undefined): Cell => (instant === undefined ? null : new Date(instant));
  return [
    { head: availabilityHeads[group], width: 28, cell: ({ name }) => name },
    ...(group === 'device' ? [{ head: 'Serial', width: 14, cell: ({ serial }: AvailabilityRow) => serial ?? null }] : []),
    ...(group === 'organisation'
      ? []
      : [{ head: availabilityHeads.organisation, width: 28, cell: (row: AvailabilityRow) => row.organisation_name }]),
    { head: 'Counted From (UTC)', width: 20, cell: () => at(counted?.from) },
    { head: 'Counted To (UTC)', width: 20, cell: () => at(counted?.to) },
  ];
}

/** Returns the lines below the rows: the meanings of the numbers, and the files that could not be read. */
const notesOf = (unreadable: readonly UnreadableFile[]): readonly (readonly Cell[])[] => [
  [],
  ...availabilityDefinitions.map(({ name, text }): readonly Cell[] => [name, text]),
  ['', NO_AVAILABILITY.replace('A dash', 'An empty cell')],
  ...unreadable.map((file): readonly Cell[] => ['Not read', unreadableText(file)]),
];

/** Returns availability as a spreadsheet; `at` is the time of its creation, ms since epoch. */
export function availabilitySheet(group: AvailabilityGroup, { rows, counted, unreadable }: Availability, at: number): Sheet {
  const columns = [...namesOf(group, counted), ...numbers];
  async function* batches(): AsyncGenerator<readonly (readonly Cell[])[]> {
    for (const some of chunks(rows, BATCH)) yield some.map((row) => columns.map(({ cell }) => cell(row)));
    yield notesOf(unreadable);
  }
  return { name: 'Availability', columns, batches: batches(), at: new Date(at) };
}
