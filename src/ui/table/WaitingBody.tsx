import type { Column } from '../column.ts';

// Deliberately uneven, because equal bars would look like content.
const WIDTHS = ['62%', '46%', '70%', '54%', '38%'];

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly count: number;
}

/** Renders bars in the table's columns while the first response is loading. */
export function WaitingBody<Row>({ columns, count }: Props<Row>) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: count }, (_, line) => (
        <tr key={line} className="wait">
          {columns.map((column, at) => (
            <td key={column.id} data-align={column.align} data-narrow={at === 0 ? 'title' : at === 1 ? 'state' : undefined}>
              {column.head !== '' && <span className="bar" style={{ width: WIDTHS[(line + at * 2) % WIDTHS.length] }} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
