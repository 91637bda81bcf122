import { lazy, Suspense } from 'react';
import { bodyRow, type BodyProps } from './TableBody.tsx';

// Few tables are this long; the others need not wait for what draws such ones.
const VirtualBody = lazy(async () => ({ default: (await import('./VirtualBody.tsx')).VirtualBody }));

interface Props<Row> extends BodyProps<Row> {
  readonly scroll: HTMLElement | null;
  readonly rowPx: number;
}

/** The body of a table with too many rows to draw them all. */
export function LongBody<Row>({ scroll, rowPx, ...body }: Props<Row>) {
  const row = (index: number) => {
    const there = body.rows[index];
    return there !== undefined && bodyRow(there, body);
  };
  return (
    <Suspense fallback={null}>
      <VirtualBody count={body.rows.length} columnCount={body.columns.length} row={row} scroll={scroll} rowPx={rowPx} />
    </Suspense>
  );
}
