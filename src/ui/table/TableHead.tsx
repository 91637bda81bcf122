/** The heads of a table: names, sorting, filters, and column widths. */

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { Column, Filters, Sorting } from '../column.ts';
import { ColumnFilter } from './ColumnFilter.tsx';
import { ColumnGrip } from './ColumnGrip.tsx';
import { endPlace } from './endPlace.ts';
import { SortMenu } from './SortMenu.tsx';
import { isSortable, nextSorting, sortWord } from './sortOrder.ts';

const SHARED_COLUMN_PX = 120;
/** Minimum width of a column with a declared width, which may otherwise become as narrow as its content. */
const LEAST_PX = 56;

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting) => void;
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
  readonly widths: Readonly<Record<string, number>>;
  /** Sets the widths of columns in px, by column id. */
  readonly onWidths: (widths: Readonly<Record<string, number>>) => void;
  /** Whether sorting is off, for server-side paging. */
  readonly still: boolean;
  /** Whether filters are enabled, for the columns that have one. */
  readonly filterable: boolean;
  /** Whether the heads are hidden and a menu sorts the table instead. */
  readonly isNarrow: boolean;
}

function Head<Row>({
  column,
  sorting,
  onSort,
  isPlain,
}: Pick<Props<Row>, 'sorting' | 'onSort'> & { readonly column: Column<Row>; readonly isPlain: boolean }) {
  if (column.head === '') return <span className="sr">{column.label ?? column.id}</span>;
  if (isPlain || column.sort === undefined) return <>{column.head}</>;
  const descending = sorting?.id === column.id && sorting.desc;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <button type="button" className="sort" onClick={() => onSort(nextSorting(sorting, column.id))}>
      {column.head}
      <Arrow aria-hidden="true" />
    </button>
  );
}

/** Returns the width of a placeholder: its characters, the icon and the padding. */
const placeholderWidth = ({ filter }: Column<never>) =>
  filter?.kind === 'text' ? `calc(${filter.placeholder.length * 0.9}ch + 62px)` : '0px';

/** Returns the minimum width of a column. The last two columns can be sticky next to each other, so the width of the last one must be known. */
const columnMinimum = (column: Column<never>, end: ReturnType<typeof endPlace>) =>
  `max(${column.width === undefined ? SHARED_COLUMN_PX : Math.min(column.width, end === 'last' ? column.width : LEAST_PX)}px, ${placeholderWidth(column)})`;

const byId = <Row,>(columns: readonly Column<Row>[], widths: readonly number[]) =>
  Object.fromEntries(columns.map(({ id }, at) => [id, widths[at] ?? SHARED_COLUMN_PX]));

type Shown<Row> = Pick<Props<Row>, 'columns' | 'still' | 'filterable' | 'isNarrow'>;

const isFiltered = <Row,>({ columns, filterable }: Shown<Row>): boolean => filterable && columns.some(({ filter }) => filter !== undefined);
const isSortedByMenu = <Row,>({ columns, still, isNarrow }: Shown<Row>): boolean => isNarrow && !still && columns.some(isSortable);

/** Returns the number of rows of the head: one for the names, and one for the filters or the sort menu, if any. */
export const headRows = <Row,>(shown: Shown<Row>): number => (isFiltered(shown) || isSortedByMenu(shown) ? 2 : 1);

export function TableHead<Row>(props: Props<Row>) {
  const { columns, sorting, onSort, filters, onFilters, widths, onWidths, still, isNarrow } = props;
  const filtered = isFiltered(props);
  const menu = isSortedByMenu(props) && <SortMenu columns={columns} sorting={sorting} onSort={onSort} />;
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1} className="heads">
        {columns.map((column, at) => (
          <th
            key={column.id}
            role="columnheader"
            scope="col"
            // Otherwise the accessible name would also contain the name of the resize edge.
            aria-label={column.head === '' ? undefined : column.head}
            data-align={column.align}
            data-pinned={column.pinned || undefined}
            data-end={endPlace(columns, at)}
            style={{ minWidth: columnMinimum(column, endPlace(columns, at)) }}
            aria-sort={!still && column.sort !== undefined ? sortWord(sorting, column.id) : undefined}
          >
            <Head column={column} isPlain={still || isNarrow} sorting={sorting} onSort={onSort} />
            {column.head !== '' && !isNarrow && (
              <ColumnGrip
                head={column.head}
                width={widths[column.id] ?? column.width}
                onWidth={(width, shown) => onWidths({ ...byId(columns, shown), [column.id]: width })}
              />
            )}
          </th>
        ))}
      </tr>
      {(filtered || menu) && <FilterRow columns={filtered ? columns : []} filters={filters} onFilters={onFilters} menu={menu} />}
    </thead>
  );
}

interface FilterRowProps<Row> extends Pick<Props<Row>, 'columns' | 'filters' | 'onFilters'> {
  /** The menu that sorts a narrow table. */
  readonly menu: ReactNode;
}

function FilterRow<Row>({ columns, filters, onFilters, menu }: FilterRowProps<Row>) {
  // Phones show only the title's filter, the choice filters, and every filter in use.
  const short = columns.some(({ narrow }) => narrow !== undefined);
  return (
    <tr role="row" aria-rowindex={2} className="filters" data-screen-only>
      {columns.map(({ id, head, filter, narrow, pinned }, at) => (
        <th
          key={id}
          role="cell"
          data-pinned={pinned || undefined}
          data-end={endPlace(columns, at)}
          data-head={filter?.kind === 'choice' && !filter.segmented ? head : undefined}
          data-spare={(filter?.kind === 'text' && short && narrow !== 'title' && !filters[id]) || undefined}
        >
          {filter && filter.kind !== 'values' && (
            <ColumnFilter
              head={head}
              filter={filter}
              value={filters[id] ?? ''}
              onValue={(value) => onFilters({ ...filters, [id]: value })}
            />
          )}
        </th>
      ))}
      {menu && (
        <th role="cell" className="order">
          {menu}
        </th>
      )}
    </tr>
  );
}

interface TableColumnsProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** Widths in px by column id; a width that the user set overrides the width of the column. */
  readonly widths: Readonly<Record<string, number>>;
}

const widthOf = <Row,>({ id, width }: Column<Row>, widths: TableColumnsProps<Row>['widths']) => widths[id] ?? width;

/** Returns the minimum width of the table in px; a narrower table scrolls horizontally. */
const leastWidth = <Row,>({ columns, widths }: TableColumnsProps<Row>): number =>
  columns.reduce((sum, column) => sum + (widthOf(column, widths) ?? SHARED_COLUMN_PX), 0);

/** Returns the style of a table: the width of its last column and, if the column widths are fixed, the minimum width of the table. */
export function tableStyle<Row>(shown: TableColumnsProps<Row>, isFixed: boolean): CSSProperties & Partial<Record<'--end', string>> {
  const last = shown.columns.at(-1);
  const end = last && (widthOf(last, shown.widths) ?? SHARED_COLUMN_PX);
  return { ...(end !== undefined && { '--end': `${end}px` }), ...(isFixed && { minWidth: leastWidth(shown) }) };
}

/** Returns a variable, so a wide table can widen every column, not only columns without a width. */
const columnStyle = (width: number | undefined): CSSProperties & Partial<Record<'--column', string>> =>
  width === undefined ? {} : { '--column': `${width}px` };

export function TableColumns<Row>({ columns, widths }: TableColumnsProps<Row>) {
  return (
    <colgroup>
      {columns.map((column) => (
        <col key={column.id} style={columnStyle(widthOf(column, widths))} />
      ))}
    </colgroup>
  );
}
