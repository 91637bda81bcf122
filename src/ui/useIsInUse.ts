import { useCallback, useState } from 'react';

const NOT_IN_USE = { hasPointer: false, hasFocus: false };

/**
 * Returns whether the pointer or the focus is in an element, and the ref of the element: what is about to be pressed there must not move. It listens to the
 * page, because an element that is removed together with the focus or under the pointer sends no event. Source: STILL5.
 */
export function useIsInUse(): readonly [isInUse: boolean, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [{ hasPointer, hasFocus }, setUse] = useState(NOT_IN_USE);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const end = new AbortController();
    const follow = (part: keyof typeof NOT_IN_USE) => (to: EventTarget | null) => {
      const isIn = to instanceof Node && element.contains(to);
      setUse((use) => (use[part] === isIn ? use : { ...use, [part]: isIn }));
    };
    const [setPointer, setFocus] = [follow('hasPointer'), follow('hasFocus')];
    const { signal } = end;
    document.addEventListener('pointerover', ({ target }) => setPointer(target), { signal });
    document.addEventListener('pointerout', ({ relatedTarget }) => setPointer(relatedTarget), { signal });
    document.addEventListener('focusin', ({ target }) => setFocus(target), { signal });
    document.addEventListener('focusout', ({ relatedTarget }) => setFocus(relatedTarget), { signal });
    return () => {
      end.abort();
      setUse(NOT_IN_USE);
    };
  }, []);
  return [hasPointer || hasFocus, ref];
}
