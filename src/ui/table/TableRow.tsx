import { type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import type { Column } from '../column.ts';
import type { DataTableProps } from '../dataTableProps.ts';
import { useSame } from '../useSame.ts';
import { endPlace } from './endPlace.ts';
import { narrowPlace } from './narrowPlace.ts';

interface Props<Row> {
  readonly row: Row;
  /** The key of the row, as attribute `data-of`: identifies the entity that the cells show. */
  readonly of: string;
  readonly columns: readonly Column<Row>[];
  /** The position of the row in the whole table, including its heads, from 1. */
  readonly index: number;
  readonly tone: ReturnType<NonNullable<DataTableProps<Row>['rowTone']>>;
  /** A key that changes when a value that the cells read changes; if undefined, the row itself is compared. */
  readonly renderKey: string | undefined;
  readonly onRow: ((row: Row) => void) | undefined;
}

/** Renders one row; renders its cells again only when its key or the columns change. Source: TABLE1. */
export function TableRow<Row>({ row: newest, of, columns, index, tone, renderKey, onRow }: Props<Row>) {
  // Another row object with the same render key renders the same cells.
  const row = useSame(newest, renderKey ?? newest);
  // Memoised without the position, because another sort order changes it for many rows.
  const shown = useMemo(() => {
    const press = onRow && {
      'data-press': '',
      tabIndex: 0,
      // Buttons and links in a row have their own action. The second click of a double-click on such a button may reach the row that replaces its row.
      onClick: ({ target, currentTarget, detail }: MouseEvent<HTMLElement>) => {
        if (detail > 1) return;
        const pressed = target instanceof Element ? target.closest('a, button, input, label') : null;
        if (pressed === null || !currentTarget.contains(pressed)) onRow(row);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Enter' && !event.repeat && event.target === event.currentTarget) onRow(row);
      },
    };
    const cells = columns.map((column, at) => (
      <td
        key={column.id}
        role="cell"
        data-align={column.align}
        data-pinned={column.pinned || undefined}
        data-end={endPlace(columns, at)}
        data-narrow={narrowPlace(columns, column, at)}
        data-head={column.head || undefined}
        data-shows={typeof column.shows === 'function' ? column.shows(row) : column.shows}
      >
        {column.cell(row)}
      </td>
    ));
    return { press, cells };
  }, [row, columns, onRow]);
  return (
    <tr role="row" aria-rowindex={index} translate="no" className="row" data-of={of} data-tone={tone} {...shown.press}>
      {shown.cells}
    </tr>
  );
}
