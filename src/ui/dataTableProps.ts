/** The properties of `DataTable`, and `RemotePaging`, where the server pages. */

import type { ReactNode } from 'react';
import type { Column, Filters, Sorting } from './column.ts';

/** Server-side paging: `rows` is one page, already in order. Sorting is off, and so are filters unless they are controlled. `page` counts from 1. */
export interface RemotePaging {
  readonly page: number;
  readonly size: number;
  readonly rowCount: number;
  readonly onChange: (page: number, size: number) => void;
  /** True where the page size cannot be chosen. */
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
  /** True where `failed` shows no reason, because another component shows it. */
  readonly isSilent?: boolean | undefined;
  /** Adds a button "Try Again" to `failed` and `stale`, for lists that are not polled. */
  readonly onRetry?: (() => void) | undefined;
  readonly sortedBy?: Sorting | undefined;
  /** Controlled filters (from a URL or a screen's buttons). Without it the table holds its own. */
  readonly filters?: Filters | undefined;
  readonly onFilters?: ((filters: Filters) => void) | undefined;
  /** Names the filter when no rows are found, e.g. 'Devices in Error'; default: the column filters. */
  readonly filterText?: string | undefined;
  /** Ends the filter that `filterText` names, where that stands outside the table and `onFilters` does not end it. */
  readonly onClearFilter?: (() => void) | undefined;
  readonly emptyText?: string | undefined;
  /** The content that fills the table: shown where it has no rows at all, no row is filtered out, and loading did not fail. */
  readonly whenEmpty?: ReactNode;
  /** Number of rows that arrived and could not be read: the table says that they are missing. */
  readonly unreadCount?: number | undefined;
  /** `false` shows all rows; above 100 they are virtualised. */
  readonly paged?: boolean | undefined;
  /** Never virtualised, however many rows there are: for a page that is printed. */
  readonly whole?: boolean | undefined;
  readonly remote?: RemotePaging | undefined;
  /** Default 10; a remembered size takes precedence. One of 5, 10, 20, 25, 50, 100. */
  readonly pageSize?: number | undefined;
  /** `old` is faint, `gone` faint and italic. */
  readonly rowTone?: ((row: Row) => 'never' | 'error' | 'selected' | 'old' | 'gone' | undefined) | undefined;
  /**
   * Makes a row render again only when something changes that its columns declare to read (`value`, `renderInputs`). Without it, a row renders again when it
   * is another object.
   */
  readonly rendersByValues?: boolean | undefined;
  /** The thing that each row shows, as attribute `data-of`; default: the key of the row. */
  readonly of?: string | undefined;
  readonly onRow?: ((row: Row) => void) | undefined;
  readonly dense?: boolean | undefined;
  /** Columns that are copied and saved in front of those shown, e.g. the id of the row. Constant. */
  readonly exportFirst?: readonly Column<Row>[] | undefined;
  /** Takes the remaining height and scrolls under its head. The parent must be a column flexbox. */
  readonly fill?: boolean | undefined;
}
