import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

interface Props {
  readonly count: number;
  readonly columnCount: number;
  readonly row: (index: number) => ReactNode;
  readonly scroll: HTMLElement | null;
  readonly rowPx: number;
}

/** Returns the browser's font size as a multiple of 16 px; row heights scale with it. */
const fontScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** Renders the visible rows and some rows around them; spacers fill the rest. */
export function VirtualBody({ count, columnCount, row, scroll, rowPx }: Props) {
  const virtual = useVirtualizer({ count, getScrollElement: () => scroll, estimateSize: () => rowPx * fontScale(), overscan: 12 });
  const seen = virtual.getVirtualItems();
  const above = seen[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (seen.at(-1)?.end ?? 0);
  const spacer = (height: number) => (
    <tr className="spacer" aria-hidden="true">
      <td style={{ height }} colSpan={columnCount} />
    </tr>
  );
  return (
    <tbody role="rowgroup">
      {spacer(above)}
      {seen.map(({ index }) => row(index))}
      {spacer(below)}
    </tbody>
  );
}
