import { useMemo } from 'react';
import type { Column, Filters, Sorting } from '../column.ts';
import { foundIn } from '../foundIn.ts';
import { rowOrder } from './rowOrder.ts';

const asText = (value: string | number | null | undefined): string => (value == null ? '' : String(value));

/**
 * Returns whether a row passes the filter of one column. A text filter tests whether the value contains the text, ignoring case and accents; choice and values
 * filters test equality.
 */
function passes<Row>(column: Column<Row>, row: Row, wanted: string): boolean {
  if (column.matches !== undefined) return column.matches(row, wanted);
  const value = asText(column.value?.(row));
  return column.filter === undefined || column.filter.kind === 'text' ? foundIn(value, wanted) : value === wanted;
}

function passing<Row>(columns: readonly Column<Row>[], rows: readonly Row[], filters: Filters): readonly Row[] {
  const wanted = columns.flatMap((column) => (filters[column.id] ? [{ column, value: filters[column.id] ?? '' }] : []));
  return wanted.length === 0 ? rows : rows.filter((row) => wanted.every(({ column, value }) => passes(column, row, value)));
}

const asTheyCame = <Row>(rows: readonly Row[]) => rows;

/** Returns the rows that pass the filters, in the given order; the same list while its inputs are unchanged. */
export function useOrderedRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  sorting: Sorting | undefined,
  filters: Filters,
): readonly Row[] {
  const column = columns.find(({ id, sort }) => id === sorting?.id && sort !== undefined);
  const desc = sorting?.desc ?? false;
  const ordered = useMemo(() => (column === undefined ? asTheyCame<Row> : rowOrder(column, desc)), [column, desc]);
  const left = useMemo(() => passing(columns, rows, filters), [columns, rows, filters]);
  return useMemo(() => ordered(left), [ordered, left]);
}
