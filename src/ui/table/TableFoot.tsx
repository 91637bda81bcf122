import { useMemo } from 'react';
import type { Column } from '../column.ts';
import { endPlace } from './endPlace.ts';
import { narrowPlace } from './narrowPlace.ts';

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  /** All rows that pass the filters, of every page. */
  readonly rows: readonly Row[];
  /** The position of the line in the whole table, including its heads, from 1. */
  readonly index: number;
}

/** Renders one line of totals below the rows. */
export function TableFoot<Row>({ columns, rows, index }: Props<Row>) {
  return useMemo(
    () => (
      <tfoot role="rowgroup">
        <tr role="row" aria-rowindex={index} className="foot">
          {columns.map((column, at) => (
            <td
              key={column.id}
              role="cell"
              data-align={column.align}
              data-pinned={column.pinned || undefined}
              data-end={endPlace(columns, at)}
              data-narrow={column.foot && narrowPlace(columns, column, at)}
              data-head={column.head || undefined}
            >
              {column.foot?.(rows)}
            </td>
          ))}
        </tr>
      </tfoot>
    ),
    [columns, rows, index],
  );
}
