import type { Column, Filters, Sorting } from './column.ts';

/** Pages asked from elsewhere: `rows` is one page already, in its order. Sorting is then off, and filters unless they are held outside. `page` counts from 1. */
export interface RemotePaging {
  readonly page: number;
  readonly size: number;
  readonly rowCount: number;
  readonly onChange: (page: number, size: number) => void;
  /** The rows per page are given and cannot be chosen. */
  readonly isFixed?: boolean | undefined;
}

export interface DataTableProps<Row> {
  /** The key under which rows per page are remembered, and the accessible name unless `label` is given. */
  readonly name: string;
  readonly label?: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** `ready` unless given. `loading` shows bars while there are no rows; `failed` empties the table and gives the reason; `stale` keeps the rows and adds one amber line. */
  readonly look?: 'ready' | 'loading' | 'failed' | 'stale' | undefined;
  /** The reason of `failed`, and the amber line of `stale`, e.g. 'Data 2 min old, retrying'. */
  readonly notice?: string | undefined;
  /** `failed` shows no reason: another part shows it. */
  readonly isSilent?: boolean | undefined;
  /** Gives `failed` and `stale` a button "Try Again", for lists that are not asked again by themselves. */
  readonly onRetry?: (() => void) | undefined;
  readonly sortedBy?: Sorting | undefined;
  /** Filters held outside (an address, buttons of a screen). Without it the table holds its own. */
  readonly filters?: Filters | undefined;
  readonly onFilters?: ((filters: Filters) => void) | undefined;
  /** Named where nothing is found, e.g. 'Devices in Error'; without it the column filters are named. */
  readonly filterText?: string | undefined;
  readonly emptyText?: string | undefined;
  /** `false` shows all rows; above 100 only those in sight are drawn. */
  readonly paged?: boolean | undefined;
  readonly remote?: RemotePaging | undefined;
  /** 10 unless given; a remembered size wins. One of 5, 10, 20, 25, 50, 100. */
  readonly pageSize?: number | undefined;
  /** `old` is faint, `gone` faint and italic. */
  readonly rowTone?: ((row: Row) => 'never' | 'error' | 'selected' | 'old' | 'gone' | undefined) | undefined;
  /** A text per row, usually `renderKeyOf(columns)`: the row is rendered again only when it changes. Without it, whenever the row is another object. */
  readonly renderKey?: ((row: Row) => string) | undefined;
  readonly onRow?: ((row: Row) => void) | undefined;
  readonly dense?: boolean | undefined;
  /** Takes the rest of the sheet's height and scrolls under its head. The parent must be a column flex box. */
  readonly fill?: boolean | undefined;
}
