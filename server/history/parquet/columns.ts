/** The columns of the history's Parquet files: their types, and the encoding that suits their values. */

import type { SchemaElement } from 'hyparquet';

/**
 * The type of a column, each nullable: `instant` in ms since epoch, `count` a whole number, `thousandths` a decimal number with three decimals,
 * `text` and `flag`.
 */
export type ColumnType = 'instant' | 'count' | 'thousandths' | 'text' | 'flag';

/** A named column; the file's index holds the minimum and the maximum of a searched one. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly isSearched?: boolean;
}

/** A value of a column. */
export type Cell = number | string | boolean | null;

/** Number of decimals and maximum number of digits of a column of thousandths, which holds values below a million. */
const [SCALE, PRECISION] = [3, 9];
const THOUSANDTHS = 10 ** SCALE;
const MOST_THOUSANDTHS = 10 ** PRECISION;

/** Returns the nearest whole number of thousandths; null if a column cannot hold it. */
export function thousandthsOf(value: number): number | null {
  const thousandths = Math.round(value * THOUSANDTHS);
  return Math.abs(thousandths) < MOST_THOUSANDTHS ? thousandths : null;
}

/** Converts thousandths to the number whose decimal form has at most three decimals. */
export const ofThousandths = (thousandths: number): number => thousandths / THOUSANDTHS;

const elements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name' | 'repetition_type'>>> = {
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  count: { type: 'INT64' },
  thousandths: { type: 'INT32', converted_type: 'DECIMAL', precision: PRECISION, scale: SCALE },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  flag: { type: 'BOOLEAN' },
};

/** Returns the schema of a file with these columns. */
export const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, type }): SchemaElement => ({ ...elements[type], name, repetition_type: 'OPTIONAL' })),
];

/** Maximum number of different values for which a dictionary has four-bit indexes. */
const FEW_VALUES = 16;
/** Minimum mean length of the runs of equal values for which a column is written in the encoding for runs. */
const LONG_RUN = 16;

/** Returns the number of different values, at most `FEW_VALUES` + 1, and the number of values that differ from the previous one. */
function variety(cells: readonly Cell[]): { readonly distinct: number; readonly changes: number } {
  const distinct = new Set<Cell>();
  let changes = 0;
  for (const [index, cell] of cells.entries()) {
    if (index > 0 && cell !== cells[index - 1]) changes += 1;
    if (cell !== null && distinct.size <= FEW_VALUES) distinct.add(cell);
  }
  return { distinct: distinct.size, changes };
}

/** The encoding of a column; undefined lets the writer use a dictionary if that is smaller. */
type ChosenEncoding = 'DELTA_BINARY_PACKED' | 'DELTA_LENGTH_BYTE_ARRAY' | undefined;

/**
 * Returns the encoding of a column: deltas for numbers, unless a few different values change often; texts with their lengths if many different ones change
 * often.
 */
export function encodingOf(type: ColumnType, cells: readonly Cell[]): ChosenEncoding {
  if (type === 'flag') return undefined;
  if (type === 'instant' || type === 'count') return 'DELTA_BINARY_PACKED';
  const { distinct, changes } = variety(cells);
  const isFew = distinct <= FEW_VALUES;
  const isOften = changes * LONG_RUN > cells.length;
  if (type === 'thousandths') return isFew && isOften ? undefined : 'DELTA_BINARY_PACKED';
  return isFew || !isOften ? undefined : 'DELTA_LENGTH_BYTE_ARRAY';
}
