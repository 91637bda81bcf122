import { type RefObject, useLayoutEffect, useState } from 'react';

/** What no notice may lie over: the keys of tables with pages, Stop, and what asks before it acts. */
const KEPT_FREE = 'nav[aria-label^="Pages of"], [data-stops], [role=alertdialog]';

/** The corners of the sheet, the usual one first. */
export const CORNERS = ['end end', 'start end', 'end start', 'start start'] as const;
export type SheetCorner = (typeof CORNERS)[number];

/** Distance of a notice from the edges of the sheet, in px; below it is the usual place of the keys of a table. */
const EDGE_PX = 16;
const FOOT_PX = 76;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Returns the first corner of a sheet in which a notice of a size covers none of the boxes; the usual one where there is none. */
export function freeCorner(sheet: Box, { width, height }: Pick<DOMRect, 'width' | 'height'>, boxes: readonly Box[]): SheetCorner {
  const isFree = (corner: SheetCorner) => {
    const [across, down] = corner.split(' ');
    const left = across === 'end' ? sheet.right - EDGE_PX - width : sheet.left + EDGE_PX;
    const top = down === 'end' ? sheet.bottom - FOOT_PX - height : sheet.top + EDGE_PX;
    return boxes.every((box) => box.right <= left || box.left >= left + width || box.bottom <= top || box.top >= top + height);
  };
  return CORNERS.find(isFree) ?? CORNERS[0];
}

/** Returns the corner of the sheet for notices, chosen anew when they come or go, and when what is below them moves. */
export function useFreeCorner(notices: RefObject<HTMLElement | null>, sheet: RefObject<HTMLElement | null>): SheetCorner {
  const [corner, setCorner] = useState<SheetCorner>(CORNERS[0]);
  useLayoutEffect(() => {
    const choose = () => {
      if (notices.current === null || sheet.current === null) return;
      const size = notices.current.getBoundingClientRect();
      if (size.height === 0) return;
      const boxes = [...document.querySelectorAll(KEPT_FREE)].map((element) => element.getBoundingClientRect());
      setCorner(freeCorner(sheet.current.getBoundingClientRect(), size, boxes));
    };
    const watch = new ResizeObserver(choose);
    if (notices.current !== null) watch.observe(notices.current);
    // What a screen renders beside them changes the size of its content.
    if (sheet.current !== null) for (const part of [sheet.current, ...sheet.current.children]) watch.observe(part);
    document.addEventListener('scroll', choose, { capture: true, passive: true });
    return () => {
      watch.disconnect();
      document.removeEventListener('scroll', choose, { capture: true });
    };
  });
  return corner;
}
