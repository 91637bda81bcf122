/** The columns of our Parquet files: their types, and the encoding that suits their values. */

import type { SchemaElement } from 'hyparquet';

/**
 * The type of a column, each nullable: `instant` in ms since epoch, `count` a whole number, `thousandths` a decimal number with three decimals, `text` and `flag`.
 */
export type ColumnType = 'instant' | 'count' | 'thousandths' | 'text' | 'flag';

/** A column by name; a searched one has its least and greatest value in the index of the file. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly isSearched?: boolean;
}

/** A value of a column. */
export type Cell = number | string | boolean | null;

/** Decimals of a column of thousandths, and the digits that it holds: below a million. */
const [SCALE, PRECISION] = [3, 9];
const THOUSANDTHS = 10 ** SCALE;
const MOST_THOUSANDTHS = 10 ** PRECISION;

/** Returns the whole thousandths that are nearest to a number; null when a column cannot hold them. */
export function thousandthsOf(value: number): number | null {
  const thousandths = Math.round(value * THOUSANDTHS);
  return Math.abs(thousandths) < MOST_THOUSANDTHS ? thousandths : null;
}

/** Returns the number that these thousandths are. It is the very number whose decimal form has at most three decimals. */
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
/** Minimum mean length of the runs of equal values from which a column is written in the encoding that suits runs. */
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

/** The encoding of a column; undefined for a dictionary where it is smaller. */
type ChosenEncoding = 'DELTA_BINARY_PACKED' | 'DELTA_LENGTH_BYTE_ARRAY' | undefined;

/** Chooses an encoding: differences for numbers, unless few of them change often; texts beside their lengths where they change often. */
export function encodingOf(type: ColumnType, cells: readonly Cell[]): ChosenEncoding {
  if (type === 'flag') return undefined;
  if (type === 'instant' || type === 'count') return 'DELTA_BINARY_PACKED';
  const { distinct, changes } = variety(cells);
  const isFew = distinct <= FEW_VALUES;
  const isOften = changes * LONG_RUN > cells.length;
  if (type === 'thousandths') return isFew && isOften ? undefined : 'DELTA_BINARY_PACKED';
  return isFew || !isOften ? undefined : 'DELTA_LENGTH_BYTE_ARRAY';
}
