/** The rows of a table: all of them or, for a long table, only the visible ones. */

import type { ReactNode } from 'react';
import { renderKeyOf } from '../column.ts';
import type { DataTableProps } from '../dataTableProps.ts';
import { loadable } from '../loadable.tsx';
import { TableRow } from './TableRow.tsx';

export type BodyProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rows' | 'of' | 'rowKey' | 'rowTone' | 'rendersByValues' | 'onRow'> & {
  /** The position of the first row in the whole table, including its heads, from 1. */
  readonly firstIndex: number;
};

/** Number of rows that are rendered until the code that renders only the visible ones is loaded. */
const FIRST_ROWS = 50;
const firstRows = ({ count, row }: { readonly count: number; readonly row: (index: number) => ReactNode }) =>
  Array.from({ length: Math.min(count, FIRST_ROWS) }, (_, index) => row(index));

// Loaded on demand, because few tables are long enough to be virtualised.
const VirtualBody = loadable(async () => (await import('./VirtualBody.tsx')).VirtualBody, {
  waiting: (props) => <tbody role="rowgroup">{firstRows(props)}</tbody>,
  place: (notice, props) => (
    <tbody role="rowgroup">
      {firstRows(props)}
      <tr>
        <td colSpan={props.columnCount}>{notice}</td>
      </tr>
    </tbody>
  ),
});

/** Renders the row at a position of the body, counted from 0. */
export function bodyRow<Row>(row: Row, at: number, { columns, of, rowKey, rowTone, rendersByValues, onRow, firstIndex }: BodyProps<Row>) {
  const key = rowKey(row);
  return (
    <TableRow
      key={key}
      row={row}
      of={of ?? key}
      columns={columns}
      index={firstIndex + at}
      tone={rowTone?.(row)}
      renderKey={rendersByValues === true ? renderKeyOf(columns, row) : undefined}
      onRow={onRow}
    />
  );
}

export function TableBody<Row>(props: BodyProps<Row>) {
  return <tbody role="rowgroup">{props.rows.map((row, at) => bodyRow(row, at, props))}</tbody>;
}

interface Props<Row> extends BodyProps<Row> {
  readonly scroll: HTMLElement | null;
  readonly rowPx: number;
}

/** Renders the body of a table with too many rows to render them all. */
export function LongBody<Row>({ scroll, rowPx, ...body }: Props<Row>) {
  const row = (index: number) => {
    const there = body.rows[index];
    return there !== undefined && bodyRow(there, index, body);
  };
  return <VirtualBody count={body.rows.length} columnCount={body.columns.length} row={row} scroll={scroll} rowPx={rowPx} />;
}
