import { type RefObject, useLayoutEffect } from 'react';

const EDGE_PX = 8;

interface Way {
  readonly align: 'start' | 'end';
  /** The distance between the anchor and the element, in px. */
  readonly gap: number;
}

function place(part: HTMLElement, anchor: Element, { align, gap }: Way) {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = part;
  const above = at.top - gap - offsetHeight;
  const fitsBelow = at.bottom + gap + offsetHeight <= window.innerHeight - EDGE_PX;
  const left = align === 'start' ? at.left : at.right - offsetWidth;
  const mostLeft = document.documentElement.clientWidth - EDGE_PX - offsetWidth;
  part.style.top = `${fitsBelow || above < EDGE_PX ? at.bottom + gap : above}px`;
  part.style.left = `${Math.max(EDGE_PX, Math.min(left, mostLeft))}px`;
}

/** Keeps a fixed element below its anchor, or above it if there is no room below, and within the window, even during scrolling. */
export function useAnchorPosition(part: RefObject<HTMLElement | null>, anchor: Element, { align, gap }: Way): void {
  useLayoutEffect(() => {
    const again = () => part.current && place(part.current, anchor, { align, gap });
    const end = new AbortController();
    again();
    window.addEventListener('scroll', again, { capture: true, passive: true, signal: end.signal });
    window.addEventListener('resize', again, { signal: end.signal });
    // A list above its anchor would otherwise leave a gap when its filter makes it shorter.
    const size = new ResizeObserver(again);
    if (part.current !== null) size.observe(part.current);
    return () => {
      end.abort();
      size.disconnect();
    };
  }, [part, anchor, align, gap]);
}
