import { useMemo } from 'react';
import type { Column } from '../column.ts';
import { useSteady } from '../useSteady.ts';
import { TableExport } from './TableExport.tsx';
import { csvOf, tabbedOf } from './tableText.ts';

interface Options<Row> {
  readonly label: string;
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** The way to take the rows of a table elsewhere; drawn once, however often the rows change. */
export function useTableExport<Row>({ label, name, columns, rows }: Options<Row>) {
  const tabbed = useSteady(() => tabbedOf(columns, rows));
  const csv = useSteady(() => csvOf(columns, rows));
  const isPossible = columns.some(({ value }) => value !== undefined);
  return useMemo(
    () => isPossible && <TableExport label={label} name={name} tabbed={tabbed} csv={csv} />,
    [isPossible, label, name, tabbed, csv],
  );
}
