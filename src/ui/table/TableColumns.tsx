import type { Column } from '../column.ts';

const SHARED_COLUMN_PX = 120;

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  /** By column id; what people set wins over what the column says. */
  readonly widths: Readonly<Record<string, number>>;
}

const widthOf = <Row,>({ id, width }: Column<Row>, widths: Props<Row>['widths']) => widths[id] ?? width;

/** Below it the table scrolls sideways instead of squeezing its columns. */
export const leastWidth = <Row,>({ columns, widths }: Props<Row>): number =>
  columns.reduce((sum, column) => sum + (widthOf(column, widths) ?? SHARED_COLUMN_PX), 0);

export function TableColumns<Row>({ columns, widths }: Props<Row>) {
  return (
    <colgroup>
      {columns.map((column) => (
        <col key={column.id} style={{ width: widthOf(column, widths) }} />
      ))}
    </colgroup>
  );
}
