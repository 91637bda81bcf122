import type { Column } from '../column.ts';

/** Where a cell stands in the two-line row; undefined where it is not shown. */
export function narrowPlace<Row>(columns: readonly Column<Row>[], column: Column<Row>, at: number): string | undefined {
  if (columns.some(({ narrow }) => narrow !== undefined)) return column.narrow;
  if (at === 0) return 'title';
  return column.head === '' ? 'action' : 'more';
}
