import type { Column } from '#ui/column';

/** Returns the serial column that saved tables of devices begin with, if no shown column contains the serial. */
export const serialFirst = <Row>(serialOf: (row: Row) => string): readonly Column<Row>[] => [
  { id: 'serial', head: 'Serial', value: serialOf, cell: serialOf },
];
