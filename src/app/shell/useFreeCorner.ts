import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Selector of elements that a notice must not cover: the pagination of tables, Stop, and confirmations. */
const KEPT_FREE = 'nav[aria-label^="Pages of"], [data-stops], [role=alertdialog]';

/** The corners of the sheet, the default one first. */
export const CORNERS = ['end end', 'start end', 'end start', 'start start'] as const;
export type SheetCorner = (typeof CORNERS)[number];

/** Distance of a notice from the edges of the sheet, in px; the pagination of a table is usually below it. */
const EDGE_PX = 16;
const FOOT_PX = 76;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * Returns the first corner of a sheet in which a notice of the given size covers none of the boxes; the default corner if there is none. The element on which
 * the user acted is covered only if every corner covers something; `acted` contains the box of the row or form around that element, then its own.
 */
export function freeCorner(
  sheet: Box,
  { width, height }: Pick<DOMRect, 'width' | 'height'>,
  kept: readonly Box[],
  acted: readonly Box[] = [],
): SheetCorner {
  const isFree = (corner: SheetCorner, boxes: readonly Box[]) => {
    const [across, down] = corner.split(' ');
    const left = across === 'end' ? sheet.right - EDGE_PX - width : sheet.left + EDGE_PX;
    const top = down === 'end' ? sheet.bottom - FOOT_PX - height : sheet.top + EDGE_PX;
    return boxes.every((box) => box.right <= left || box.left >= left + width || box.bottom <= top || box.top >= top + height);
  };
  const attempts = [...acted.map((box) => [...kept, box]), kept];
  for (const boxes of attempts) {
    const corner = CORNERS.find((one) => isFree(one, boxes));
    if (corner !== undefined) return corner;
  }
  return CORNERS[0];
}

/** Selector of the row or form on which the user acts; a notice reports its change. */
const AREA = 'tr, li, form, fieldset';

/** Returns the place in the sheet where the user last acted: the area around the element, then the element itself. The most recent press or focus counts. */
function useActed(sheet: RefObject<HTMLElement | null>): () => readonly Box[] {
  const last = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const end = new AbortController();
    const note = ({ target }: Event) => {
      if (target instanceof Element && target !== sheet.current && sheet.current?.contains(target) === true) last.current = target;
    };
    for (const kind of ['pointerdown', 'focusin'])
      document.addEventListener(kind, note, { capture: true, passive: true, signal: end.signal });
    return () => end.abort();
  }, [sheet]);
  return () => {
    const element = last.current;
    if (element?.isConnected !== true) return [];
    return [element.closest(AREA), element].flatMap((one) => one?.getBoundingClientRect() ?? []);
  };
}

/** Returns the free corner of the sheet for notices; the corner is chosen again when notices appear or disappear, and when the content below them moves. */
export function useFreeCorner(notices: RefObject<HTMLElement | null>, sheet: RefObject<HTMLElement | null>): SheetCorner {
  const [corner, setCorner] = useState<SheetCorner>(CORNERS[0]);
  const actedOn = useActed(sheet);
  useLayoutEffect(() => {
    const choose = () => {
      if (notices.current === null || sheet.current === null) return;
      const size = notices.current.getBoundingClientRect();
      if (size.height === 0) return;
      const boxes = [...document.querySelectorAll(KEPT_FREE)].map((element) => element.getBoundingClientRect());
      setCorner(freeCorner(sheet.current.getBoundingClientRect(), size, boxes, actedOn()));
    };
    const watch = new ResizeObserver(choose);
    if (notices.current !== null) watch.observe(notices.current);
    if (sheet.current !== null) watch.observe(sheet.current);
    // A screen that loads, and rows that are added, move the content below without a size change of this element.
    const changes = new MutationObserver(() => {
      if (notices.current?.childElementCount !== 0) choose();
    });
    if (sheet.current !== null) changes.observe(sheet.current, { childList: true, subtree: true });
    document.addEventListener('scroll', choose, { capture: true, passive: true });
    return () => {
      watch.disconnect();
      changes.disconnect();
      document.removeEventListener('scroll', choose, { capture: true });
    };
  });
  return corner;
}
