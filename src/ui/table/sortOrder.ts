/** The sort order of a table: which columns can sort it, and the order after a head is pressed. */

import type { Column, Sorting } from '../column.ts';

/** Returns whether rows can be sorted by a column. */
export const isSortable = <Row>({ head, sort }: Column<Row>): boolean => head !== '' && sort !== undefined;

/** Returns the order after a column was selected: ascending, or reversed if it was already selected. */
export const nextSorting = (sorting: Sorting | undefined, id: string): Sorting => ({ id, desc: sorting?.id === id && !sorting.desc });

/** Returns the sort direction of a column as a value of `aria-sort`. */
export const sortWord = (sorting: Sorting | undefined, id: string) =>
  sorting?.id === id ? (sorting.desc ? ('descending' as const) : ('ascending' as const)) : ('none' as const);
