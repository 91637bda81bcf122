import { useMemo } from 'react';
import type { ChoiceFilter, Column, Filters, ValuesFilter } from '../column.ts';

const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const optionsOf = <Row>(column: Column<Row>, filter: ValuesFilter, rows: readonly Row[], chosen: string | undefined) => {
  const values = new Set(rows.map((row) => String(column.value?.(row) ?? '')));
  // A selected value remains an option when the last row with this value disappears.
  if (chosen !== undefined) values.add(chosen);
  values.delete('');
  return [...values]
    .map((value) => ({ value, label: filter.label?.(value) ?? value }))
    .toSorted((one, other) => inOrder.compare(one.label, other.label));
};

/** Returns, as JSON for comparison, the options of every column that is filtered by its values, by column id. */
function optionsByColumn<Row>(columns: readonly Column<Row>[], rows: readonly Row[], filters: Filters): string {
  const options: Record<string, ChoiceFilter['options']> = {};
  for (const column of columns) {
    if (column.filter?.kind === 'values') options[column.id] = optionsOf(column, column.filter, rows, filters[column.id]);
  }
  return JSON.stringify(options);
}

/** Returns the columns with the options of their values filters, taken from all rows; the same list while no option appears or disappears. */
export function useValueFilters<Row>(columns: readonly Column<Row>[], rows: readonly Row[], filters: Filters): readonly Column<Row>[] {
  const options = useMemo(() => optionsByColumn(columns, rows, filters), [columns, rows, filters]);
  return useMemo(() => {
    const byId: Readonly<Record<string, ChoiceFilter['options']>> = JSON.parse(options);
    return columns.map((column): Column<Row> => {
      const found = byId[column.id];
      return found === undefined ? column : { ...column, filter: { kind: 'choice', options: found } };
    });
  }, [columns, options]);
}
