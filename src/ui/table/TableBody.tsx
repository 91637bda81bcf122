import { lazy, Suspense } from 'react';
import type { DataTableProps } from '../dataTableProps.ts';
import { TableRow } from './TableRow.tsx';

// Loaded on demand: few tables are long enough to be virtualised.
const VirtualBody = lazy(async () => ({ default: (await import('./VirtualBody.tsx')).VirtualBody }));

export type BodyProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rows' | 'of' | 'rowKey' | 'rowTone' | 'renderKey' | 'onRow'>;

/** Renders one row of a body. */
export function bodyRow<Row>(row: Row, { columns, of, rowKey, rowTone, renderKey, onRow }: BodyProps<Row>) {
  const key = rowKey(row);
  return <TableRow key={key} row={row} of={of ?? key} columns={columns} tone={rowTone?.(row)} renderKey={renderKey?.(row)} onRow={onRow} />;
}

export function TableBody<Row>(props: BodyProps<Row>) {
  return <tbody role="rowgroup">{props.rows.map((row) => bodyRow(row, props))}</tbody>;
}

interface Props<Row> extends BodyProps<Row> {
  readonly scroll: HTMLElement | null;
  readonly rowPx: number;
}

/** Renders the body of a table with too many rows to render all of them. */
export function LongBody<Row>({ scroll, rowPx, ...body }: Props<Row>) {
  const row = (index: number) => {
    const there = body.rows[index];
    return there !== undefined && bodyRow(there, body);
  };
  return (
    <Suspense fallback={null}>
      <VirtualBody count={body.rows.length} columnCount={body.columns.length} row={row} scroll={scroll} rowPx={rowPx} />
    </Suspense>
  );
}
