import type { Column } from '#ui/column';

/** Returns the serial column with which saved tables of devices begin if no visible column contains the serial. */
export const serialFirst = <Row>(serialOf: (row: Row) => string): readonly Column<Row>[] => [
  { id: 'serial', head: 'Serial', value: serialOf, cell: serialOf },
];
