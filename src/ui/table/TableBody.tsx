import type { DataTableProps } from '../dataTableProps.ts';
import { TableRow } from './TableRow.tsx';

export type BodyProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowKey' | 'rowTone' | 'rowLook' | 'onRow'>;

/** One row of a body. */
export function bodyRow<Row>(row: Row, { columns, rowKey, rowTone, rowLook, onRow }: BodyProps<Row>) {
  return <TableRow key={rowKey(row)} row={row} columns={columns} tone={rowTone?.(row)} look={rowLook?.(row)} onRow={onRow} />;
}

export function TableBody<Row>(props: BodyProps<Row>) {
  return <tbody role="rowgroup">{props.rows.map((row) => bodyRow(row, props))}</tbody>;
}
