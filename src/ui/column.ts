/** The interface of a table column (`Column`: value, filter, cell, `shows`, `narrow`, `foot`), and the render key of a row (`renderKeyOf`). */

import type { ReactNode } from 'react';

export interface TextFilter {
  readonly kind: 'text';
  readonly placeholder: string;
  /** Whether the filter is applied on Enter or blur instead of on every key press, for filters that are sent to the server. */
  readonly appliesOnEnter?: boolean | undefined;
}

/** A filter that selects one of a few options; the empty value ('') means all and needs no option. */
export interface ChoiceFilter {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The label of the empty choice; default 'All'. */
  readonly all?: string | undefined;
  /** Whether the options are a row of buttons instead of a dropdown; for two or three short options. */
  readonly segmented?: boolean | undefined;
}

/** A filter that selects one of the values in the rows, for a column with few distinct values. */
export interface ValuesFilter {
  readonly kind: 'values';
  /** The label of a value; default the value itself. */
  readonly label?: ((value: string) => string) | undefined;
}

/**
 * One column of a `DataTable`. Define the list outside the component or memoise it: all rows render again when it changes. A cell may be a component that reads
 * live data itself, so no other row renders again.
 */
export interface Column<Row> {
  readonly id: string;
  /** The column head; empty for a column of links, which then needs a `label`. */
  readonly head: string;
  /** The accessible name if `head` is empty. */
  readonly label?: string | undefined;
  readonly cell: (row: Row) => ReactNode;
  /**
   * The raw value, which is sorted, filtered, copied and saved as CSV. A column without a value is not sorted or filtered, and is saved only with
   * `exportValue`.
   */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** Everything that the cell reads from the row, if that is more than `value`; part of the render key. */
  readonly renderInputs?: ((row: Row) => unknown) | undefined;
  /** The value that is copied and saved instead of `value`, e.g. an instant as text where `value` is a number for sorting. */
  readonly exportValue?: ((row: Row) => string | number | null | undefined) | undefined;
  /** `text` compares numerals inside text as numbers ('A 9' before 'A 10'). Absent: not sortable. */
  readonly sort?: 'text' | 'number' | undefined;
  /** Position of missing values: `last` in both orders (default); `turn` is last ascending, first descending. */
  readonly missing?: 'last' | 'turn' | undefined;
  readonly filter?: TextFilter | ChoiceFilter | ValuesFilter | undefined;
  /** Replaces the default filter test (text: contains, case-insensitive; choice and values: equal). */
  readonly matches?: ((row: Row, wanted: string) => boolean) | undefined;
  /** Whether the filter is also applied to the loaded page of server-side paging, because a server may ignore the query parameter. */
  readonly filtersPage?: boolean | undefined;
  readonly align?: 'start' | 'end' | undefined;
  /** The name of the value in the cell, as attribute `data-shows`; a listener around the table reads it to explain the value. */
  readonly shows?: string | ((row: Row) => string) | undefined;
  /** Renders the foot of the column, e.g. a total, from all rows that pass the filters. The table has a foot if any column has one. */
  readonly foot?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** Whether the column remains visible while a wide table scrolls horizontally. At most one column. */
  readonly pinned?: boolean | undefined;
  /** Initial width in px; columns without a width share the remaining space. */
  readonly width?: number | undefined;
  /**
   * Position in the two-line row below 960 px. If no column has a position, the first column is the title and the others follow with their heads (`more`); a
   * `line` gets its own line below.
   */
  readonly narrow?: 'title' | 'place' | 'state' | 'value' | 'action' | 'more' | 'line' | undefined;
}

export interface Sorting {
  readonly id: string;
  readonly desc: boolean;
}

/** Filter values by column id; an absent or empty value filters nothing. */
export type Filters = Readonly<Record<string, string>>;

/** Returns the render key of a row: one text of everything that the cells of these columns read. The row key need not be part of it. */
export const renderKeyOf = <Row>(columns: readonly Column<Row>[], row: Row): string =>
  JSON.stringify(columns.map(({ value, renderInputs: reads = value }) => reads?.(row)));
