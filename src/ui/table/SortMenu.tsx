import { ArrowUpDown } from 'lucide-react';
import type { Column, Sorting } from '../column.ts';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import { isSortable, nextSorting, sortWord } from './sortOrder.ts';

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting) => void;
}

/** Renders the menu that sorts a narrow table, whose heads are hidden: one entry per sortable column; the current one reverses the order. Source: NARROW3. */
export function SortMenu<Row>({ columns, sorting, onSort }: Props<Row>) {
  const items = columns.filter(isSortable).map(({ id, head }) => {
    const word = sortWord(sorting, id);
    return { id, label: word === 'none' ? head : `${head}, ${word}`, onChoose: () => onSort(nextSorting(sorting, id)) };
  });
  return (
    <Menu
      trigger={
        <IconButton aria-label="Sort">
          <ArrowUpDown aria-hidden="true" />
        </IconButton>
      }
      items={items}
    />
  );
}
