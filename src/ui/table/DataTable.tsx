import { useMemo, useState } from 'react';
import { countDigits } from '../countDigits.ts';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { MOBILE_BELOW_PX } from '../shellSizes.ts';
import { useMedia } from '../useMedia.ts';
import type { Column, Filters } from '../column.ts';
import type { DataTableProps } from '../dataTableProps.ts';
import { EmptyRows } from './EmptyRows.tsx';
import { Pager } from './Pager.tsx';
import { LongBody, TableBody } from './TableBody.tsx';
import { useTableExport } from './TableExport.tsx';
import { TableFoot } from './TableFoot.tsx';
import { TableContainer } from './TableContainer.ts';
import { headRows, TableColumns, TableHead, tableStyle } from './TableHead.tsx';
import { NO_FILTERS } from './tableAddress.ts';
import { useTableModel } from './useTableModel.ts';
import { useValueFilters } from './valueFilters.ts';
import { WaitingBody } from './WaitingBody.tsx';
import { usePrinting } from '../usePrinting.ts';

const NO_ROWS: readonly never[] = [];

/** Pages with more rows than this are virtualised. */
const VIRTUAL_ABOVE = 100;

/** Renders a table with sorting, filters, paging, stored page size, and the states loading, empty, failed and stale. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  // A failed load empties the table, even if rows were loaded before.
  const props = given.status === 'failed' ? { ...given, rows: NO_ROWS } : given;
  const { label = props.name, columns, status = 'ready', remote, paged = true, whole = false, dense, fill, unreadCount = 0 } = props;
  const { pages, ordered, ...model } = useTableModel(props);
  const { pager } = pages;
  const isPage = remote !== undefined && pager.rowCount > props.rows.length;
  const taking = useTableExport({ label, name: props.name, columns, rows: ordered, isPage, exportFirst: props.exportFirst });
  const isNarrow = useMedia(`(max-width: ${MOBILE_BELOW_PX - 1}px)`);
  const headed = useValueFilters(columns, props.rows, model.filters);
  const heads = {
    isNarrow,
    still: remote !== undefined || (isNarrow && props.rows.length < 2),
    filterable: remote === undefined || props.onFilters !== undefined,
  };
  const head = useHead(headed, model, heads);
  const headCount = headRows({ columns: headed, ...heads });
  // State instead of a ref, because effects of the body run before a parent's ref is set.
  const [scroll, setScroll] = useState<HTMLElement | null>(null);
  const waiting = status === 'loading' && props.rows.length === 0;
  // Paper has no next page, so all loaded rows are printed, and, for a list of which only one page is loaded, its count.
  const isPrinting = usePrinting();
  const rows = isPrinting ? ordered : pages.rows;
  const virtual = !whole && !isPrinting && rows.length > VIRTUAL_ABOVE;
  // After the user has resized a column, widths are fixed; the widths of a virtualised table must not depend on the visible rows.
  const isFixed = virtual || Object.keys(model.widths).length > 0;
  const empty = !waiting && rows.length === 0;
  const before = isPrinting || !(paged || remote) ? 0 : (pager.page - 1) * pager.size;
  const body = { ...bodyOf(props, rows), firstIndex: headCount + before + 1 };
  const hasFoot = rows.length > 0 && columns.some(({ foot }) => foot !== undefined);
  const clear = canClear(props, model.filters) ? () => clearAll(props, model.onFilters) : undefined;
  return (
    <TableContainer dense={dense} fill={fill} tall={virtual ? (fill ? 'narrow' : 'always') : undefined}>
      {props.knownText !== undefined && props.rows.length > 0 && <Banner tone="quiet">{props.knownText}</Banner>}
      <div ref={setScroll} className="scroll" data-unrolled role="region" aria-label={label} tabIndex={0}>
        <table
          role="table"
          aria-label={label}
          aria-busy={waiting}
          aria-rowcount={headCount + pager.rowCount + (hasFoot ? 1 : 0)}
          data-fixed={isFixed || undefined}
          style={tableStyle({ columns, widths: model.widths }, isFixed)}
        >
          <TableColumns columns={columns} widths={model.widths} />
          {head}
          {waiting && <WaitingBody columns={columns} count={Math.min(pager.size, 8)} />}
          {!waiting && (virtual ? <LongBody {...body} scroll={scroll} rowPx={dense ? 32 : 36} /> : <TableBody {...body} />)}
          {hasFoot && <TableFoot columns={columns} rows={ordered} index={headCount + pager.rowCount + 1} />}
        </table>
        {empty && (
          <EmptyRows {...emptyWords(props, model.filters)} onClear={clear} onRetry={status === 'failed' ? props.onRetry : undefined} />
        )}
      </div>
      {(paged || remote) && pager.rowCount > 0 && <Pager {...pager} label={label} isPage={isPage} end={taking} />}
      {/* What comes with a poll is below rows and pager: it must not move a button from under a press. */}
      {status === 'stale' && <TableNotice notice={props.notice} onRetry={props.onRetry} />}
      {unreadCount > 0 && <Banner tone="warning">{unreadText(unreadCount)}</Banner>}
    </TableContainer>
  );
}

const unreadText = (count: number) =>
  `${count === 1 ? '1 row or value' : `${countDigits(count)} rows or values`} could not be read: a row without its key is not shown, a value is "-".`;

const bodyOf = <Row,>({ columns, of, rowKey, rowTone, rendersByValues, onRow }: DataTableProps<Row>, rows: readonly Row[]) => ({
  columns,
  of,
  rows,
  rowKey,
  rowTone,
  rendersByValues,
  onRow,
});

// Returns the head, memoised, so it does not render again when rows change.
function useHead<Row>(
  columns: readonly Column<Row>[],
  model: Omit<ReturnType<typeof useTableModel<Row>>, 'pages' | 'ordered'>,
  { still, filterable, isNarrow }: { readonly still: boolean; readonly filterable: boolean; readonly isNarrow: boolean },
) {
  const { sorting, onSort, filters, onFilters, widths, onWidths } = model;
  return useMemo(
    () => <TableHead {...{ columns, sorting, onSort, filters, onFilters, widths, onWidths, still, filterable, isNarrow }} />,
    [columns, sorting, onSort, filters, onFilters, widths, onWidths, still, filterable, isNarrow],
  );
}

const canClear = <Row,>({ filterText, onFilters, onClearFilter }: DataTableProps<Row>, filters: Filters) =>
  Object.values(filters).some((value) => value !== '') ||
  (filterText !== undefined && (onFilters !== undefined || onClearFilter !== undefined));

function clearAll<Row>({ onClearFilter }: DataTableProps<Row>, onFilters: (filters: Filters) => void): void {
  onFilters(NO_FILTERS);
  onClearFilter?.();
}

function emptyWords<Row>(props: DataTableProps<Row>, filters: Filters) {
  const { columns, filterText, status = 'ready', isSilent, notice, onRetry, emptyText, unreadCount = 0, whenEmpty } = props;
  const named = columns.flatMap(({ id, head }) => (filters[id] ? [`${head} ${filters[id]}`] : []));
  const failed = notice ?? `Loading failed${onRetry === undefined ? ', retrying' : ''}`;
  const all = filterText === undefined ? named : [filterText, ...named];
  const filter = all.length > 0 ? all.join(', ') : undefined;
  const isWhollyEmpty = status === 'ready' && emptyText === undefined && filter === undefined && unreadCount === 0;
  // A list that could not be loaded may have rows, so a text that denies this would be wrong.
  const wholeText = status === 'failed' ? undefined : emptyText;
  return {
    text: wholeText ?? (unreadCount > 0 ? 'No row could be read' : 'No rows found'),
    reason: status === 'failed' && isSilent !== true ? failed : undefined,
    filter,
    // Not shown if rows are filtered out, are unreadable or are not loaded.
    next: isWhollyEmpty ? whenEmpty : undefined,
  };
}

/** Renders the amber line below stale rows. Source: STILL7. */
function TableNotice({ notice, onRetry }: Pick<DataTableProps<never>, 'notice' | 'onRetry'>) {
  const again = onRetry && (
    <Button variant="ghost" onClick={onRetry}>
      Try Again
    </Button>
  );
  return (
    <Banner tone="warning" action={again || undefined}>
      {notice ?? `Not up to date${onRetry === undefined ? ', retrying' : ''}`}
    </Banner>
  );
}
