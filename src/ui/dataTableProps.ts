/** The properties of `DataTable`, and `RemotePaging` for server-side paging. */

import type { ReactNode } from 'react';
import type { Column, Filters, Sorting } from './column.ts';

/**
 * Server-side paging: `rows` is one page, already in order. Sorting is off, and so are filters that are not controlled; only the filters of columns with
 * `filtersPage` are also applied to `rows`. `page` counts from 1.
 */
export interface RemotePaging {
  readonly page: number;
  readonly size: number;
  readonly rowCount: number;
  readonly onChange: (page: number, size: number) => void;
  /** True if the page size cannot be chosen. */
  readonly isFixed?: boolean | undefined;
}

export interface DataTableProps<Row> {
  /** Storage key of the page size, and the accessible name unless `label` is set. */
  readonly name: string;
  readonly label?: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /**
   * Default `ready`. `loading` shows bars while there are no rows; `failed` empties the table and shows the reason; `stale` keeps the rows and adds an amber
   * line.
   */
  readonly status?: 'ready' | 'loading' | 'failed' | 'stale' | undefined;
  /** The reason of `failed`, and the amber line of `stale`, e.g. 'Data 2 min old, retrying'. */
  readonly notice?: string | undefined;
  /** True if `failed` shows no reason, because another component shows it. */
  readonly isSilent?: boolean | undefined;
  /** Adds a button "Try Again" to `failed` and `stale`, for lists that are not polled. */
  readonly onRetry?: (() => void) | undefined;
  readonly sortedBy?: Sorting | undefined;
  /** Controlled filters (from the URL or a screen's buttons). If omitted, the table has its own. */
  readonly filters?: Filters | undefined;
  readonly onFilters?: ((filters: Filters) => void) | undefined;
  /** Names the filter when no rows are found, e.g. 'Devices in Error'; default: the column filters. */
  readonly filterText?: string | undefined;
  /** Removes the filter that `filterText` names, if the filter is outside the table and `onFilters` does not remove it. */
  readonly onClearFilter?: (() => void) | undefined;
  readonly emptyText?: string | undefined;
  /** A remark on the rows of a past moment, e.g. how long they have been known; shown above them. */
  readonly knownText?: string | undefined;
  /** The step that fills the table: shown if the table has no rows, no row is filtered out, and loading did not fail. */
  readonly whenEmpty?: ReactNode;
  /** Number of received rows that could not be read; the table reports that they are missing. */
  readonly unreadCount?: number | undefined;
  /** `false` shows all rows; above 100 they are virtualised. */
  readonly paged?: boolean | undefined;
  /** Never virtualised, however many rows there are, for a page that is printed. */
  readonly whole?: boolean | undefined;
  readonly remote?: RemotePaging | undefined;
  /** Default 10; a remembered size takes precedence. Must be 5, 10, 20, 25, 50 or 100. */
  readonly pageSize?: number | undefined;
  /** `old` is faint, `gone` faint and italic. */
  readonly rowTone?: ((row: Row) => 'never' | 'error' | 'selected' | 'old' | 'gone' | undefined) | undefined;
  /**
   * Whether a row renders again only when a value changes that its columns declare to read (`value`, `renderInputs`). If omitted, a row renders again when it
   * is another object.
   */
  readonly rendersByValues?: boolean | undefined;
  /** The entity that each row shows, as attribute `data-of`; by default, the key of the row. */
  readonly of?: string | undefined;
  readonly onRow?: ((row: Row) => void) | undefined;
  readonly dense?: boolean | undefined;
  /** Columns that are copied and saved before the visible ones, e.g. the id of the row. Must be constant. */
  readonly exportFirst?: readonly Column<Row>[] | undefined;
  /** Whether the table takes the remaining height and scrolls below its head. The parent must be a column flexbox. */
  readonly fill?: boolean | undefined;
}
