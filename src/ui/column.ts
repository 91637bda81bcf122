import type { ReactNode } from 'react';

export interface TextFilter {
  readonly kind: 'text';
  readonly placeholder: string;
  /** Given as a whole, by Enter or on leaving the field, instead of key by key: for what is asked from elsewhere. */
  readonly whole?: boolean | undefined;
}

/** One of a few; the empty value ('') means all and needs no option of its own. */
export interface ChoiceFilter {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What the empty choice is called; 'All' unless given. */
  readonly all?: string | undefined;
  /** A row of buttons instead of a drop-down; for two or three short options. */
  readonly segmented?: boolean | undefined;
}

/**
 * One column of a `DataTable`. Keep the list outside the component (or memoise it): rows are drawn anew when it changes.
 * A cell may be a component that reads live data itself; the table then redraws no other row.
 */
export interface Column<Row> {
  readonly id: string;
  /** The head; may be empty for a column of links, then give `label`. */
  readonly head: string;
  /** The name for a screen reader, where `head` is empty. */
  readonly label?: string | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** What is sorted, filtered, copied and saved as CSV: the raw value. A column without it can do none of these. */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** All that the cell reads of the row, where it is more than `value`; the render key contains it. */
  readonly reads?: ((row: Row) => unknown) | undefined;
  /** What is copied and saved instead of `value`, for example an instant as text where `value` is for sorting. */
  readonly taken?: ((row: Row) => string | number | null | undefined) | undefined;
  /** `text` compares numerals inside text by their number ('A 9' before 'A 10'). Absent: not sortable. */
  readonly sort?: 'text' | 'number' | undefined;
  /** Where missing values stand: `last` in both orders unless given; `turn` is last ascending, first descending. */
  readonly missing?: 'last' | 'turn' | undefined;
  readonly filter?: TextFilter | ChoiceFilter | undefined;
  /** Replaces the usual test of the filter (text: contains, any case; choice: equal). */
  readonly matches?: ((row: Row, wanted: string) => boolean) | undefined;
  readonly align?: 'start' | 'end' | undefined;
  /** Beneath the column, of all rows that the filters leave: a total. One column with it gives the table a foot. */
  readonly foot?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** Stays in sight while a wide table scrolls sideways. For one column. */
  readonly pinned?: boolean | undefined;
  /** Pixels at start; a column without it shares what is left. */
  readonly width?: number | undefined;
  /** Place in the two-line row below 960 px. When no column says so, the first is the title and the others follow with their heads (`more`); a `line` has one of its own below. */
  readonly narrow?: 'title' | 'place' | 'state' | 'value' | 'action' | 'more' | 'line' | undefined;
}

export interface Sorting {
  readonly id: string;
  readonly desc: boolean;
}

/** Filter values by column id; an absent or empty value filters nothing. */
export type Filters = Readonly<Record<string, string>>;

/** The render key of a row: one text of all that the cells of these columns read of it. The row key itself need not be in it. */
export const renderKeyOf =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row): string =>
    JSON.stringify(columns.map(({ value, reads = value }) => reads?.(row)));
