import { type KeyboardEvent, useMemo } from 'react';
import type { Column } from '../column.ts';
import type { DataTableProps } from '../dataTableProps.ts';
import { narrowPlace } from './narrowPlace.ts';

interface Props<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly tone: ReturnType<NonNullable<DataTableProps<Row>['rowTone']>>;
  /** What of the row is seen; undefined: all of it. */
  readonly look: string | undefined;
  readonly onRow: ((row: Row) => void) | undefined;
}

/** One row; drawn again only when what is seen of it or the columns change, however often the table is. */
export function TableRow<Row>({ row, columns, tone, look, onRow }: Props<Row>) {
  return useMemo(() => {
    const press = onRow && {
      'data-press': '',
      tabIndex: 0,
      onClick: () => onRow(row),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onRow(row);
      },
    };
    return (
      <tr role="row" className="row" data-tone={tone} {...press}>
        {columns.map((column, at) => (
          <td
            key={column.id}
            role="cell"
            data-align={column.align}
            data-pinned={column.pinned || undefined}
            data-narrow={narrowPlace(columns, column, at)}
            data-head={column.head || undefined}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
    );
    // A row of the same look is the same picture, however new it is.
  }, [look ?? row, columns, tone, onRow]);
}
