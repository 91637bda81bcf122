import type { Column } from '#ui/column';

/** Returns the column of the serial with which tables of devices are saved in front, if no shown column has it. */
export const serialFirst = <Row>(serialOf: (row: Row) => string): readonly Column<Row>[] => [
  { id: 'serial', head: 'Serial', value: serialOf, cell: serialOf },
];
