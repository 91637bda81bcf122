import type { Column } from '../column.ts';

/** Returns the position of a cell in the two-line row; undefined for a hidden cell. */
export function narrowPlace<Row>(columns: readonly Column<Row>[], column: Column<Row>, at: number): string | undefined {
  if (columns.some(({ narrow }) => narrow !== undefined)) return column.narrow;
  if (at === 0) return 'title';
  return column.head === '' ? 'action' : 'more';
}
