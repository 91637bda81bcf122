import { useCallback, useState } from 'react';

/** Returns the attribute of a row with its key, which `usePointedRow` reads. */
export const pointableRow = (key: string) => ({ 'data-pointable-row': key });

const rowKeyOf = (element: Element): string => element.closest<HTMLElement>('[data-pointable-row]')?.dataset.pointableRow ?? '';

/**
 * Returns the key of the row (`pointableRow`) under the pointer, '' between rows of the ref's element and null outside: a row that is about to be pressed must
 * not move. A finger leaves the page before its click, so its press lasts until the click or the next press. The listeners are on the document, because an
 * element that is removed under the pointer sends no event. Source: STILL5.
 */
export function usePointedRow(): readonly [row: string | null, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [pointed, setPointed] = useState<string | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const end = new AbortController();
    const { signal } = end;
    let isMouse = true;
    const follow = (to: EventTarget | null) => setPointed(to instanceof Element && element.contains(to) ? rowKeyOf(to) : null);
    const enter = ({ target, pointerType }: PointerEvent) => {
      isMouse = pointerType === 'mouse';
      follow(target);
    };
    document.addEventListener('pointerover', enter, { signal });
    document.addEventListener('pointerdown', enter, { signal });
    document.addEventListener('pointerout', ({ relatedTarget }) => isMouse && follow(relatedTarget), { signal });
    document.addEventListener('pointercancel', () => follow(null), { signal });
    document.addEventListener('click', () => !isMouse && follow(null), { signal });
    return () => {
      end.abort();
      setPointed(null);
    };
  }, []);
  return [pointed, ref];
}
