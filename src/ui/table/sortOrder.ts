/** The order of a table by its heads: which columns can sort it, and the order after a press. */

import type { Column, Sorting } from '../column.ts';

/** Whether rows can be sorted by a column. */
export const isSortable = <Row>({ head, sort }: Column<Row>): boolean => head !== '' && sort !== undefined;

/** Returns the order after a column was selected: ascending, and the reverse when it is selected again. */
export const nextSorting = (sorting: Sorting | undefined, id: string): Sorting => ({ id, desc: sorting?.id === id && !sorting.desc });

/** Returns the order by a column, as `aria-sort` names it. */
export const sortWord = (sorting: Sorting | undefined, id: string) =>
  sorting?.id === id ? (sorting.desc ? ('descending' as const) : ('ascending' as const)) : ('none' as const);
