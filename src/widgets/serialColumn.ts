import type { Column } from '#ui/column';

/** Returns the column of the serial that tables of devices are saved with in front, where no shown column has it. */
export const serialFirst = <Row>(serialOf: (row: Row) => string): readonly Column<Row>[] => [
  { id: 'serial', head: 'Serial', value: serialOf, cell: serialOf },
];
