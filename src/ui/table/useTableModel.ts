import { useDeferredValue, useMemo, useState } from 'react';
import type { Column, Filters } from '../column.ts';
import type { DataTableProps } from '../dataTableProps.ts';
import { DEFAULT_PAGE_SIZE } from './pageWindow.ts';
import { useOrderedRows } from './useOrderedRows.ts';
import { useSorting, useTableFilters } from './tableAddress.ts';
import { usePages } from './usePages.ts';
import { useStableCallback } from '../useStableCallback.ts';

/** Returns the filters that are applied to the loaded page of server-side paging. Source: FILTER1. */
const pageFilters = <Row>(columns: readonly Column<Row>[], filters: Filters): Filters =>
  Object.fromEntries(columns.flatMap(({ id, filtersPage }) => (filtersPage === true && filters[id] ? [[id, filters[id]]] : [])));

/** Returns the state of a table (order, filters, widths and page) and the rows derived from it. */
export function useTableModel<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, remote, paged = true } = props;
  const [sorting, onSort] = useSorting(name, columns, props.sortedBy);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const [ownFilters, setOwnFilters] = useTableFilters(name);
  const filters = props.filters ?? ownFilters;
  const isRemote = remote !== undefined;
  // Memoised, because a new object at every render would be deferred at every render.
  const applied = useMemo(() => (isRemote ? pageFilters(columns, filters) : filters), [isRemote, columns, filters]);
  const settled = useDeferredValue(applied);
  const ordered = useOrderedRows(columns, rows, remote ? undefined : sorting, settled);
  const pages = usePages({ name, ordered, remote, paged, size: props.pageSize ?? DEFAULT_PAGE_SIZE });
  const onFilters = useStableCallback((next: Filters) => {
    if (props.filters === undefined) setOwnFilters(next);
    props.onFilters?.(next);
    // With server-side paging, a filter that is a query parameter resets the page by itself, and a filter of the loaded page does not change it.
    if (remote === undefined) pages.pager.onPage(1);
  });
  const onWidths = useStableCallback((next: Readonly<Record<string, number>>) => setWidths(next));
  return { ordered, pages, sorting, onSort, filters, onFilters, widths, onWidths };
}
