import { type RefObject, useEffect } from 'react';
import { useStableCallback } from './useStableCallback.ts';

/** Calls `onDismiss` on Escape, and on a press that begins outside the overlay and the element that opened it. */
export function useDismiss(part: RefObject<Element | null>, opener: Element | null, onDismiss: (by: 'escape' | 'outside') => void): void {
  const onKey = useStableCallback(({ key, defaultPrevented }: KeyboardEvent) => {
    // An element that the library opened over the overlay handles Escape first.
    if (key === 'Escape' && !defaultPrevented) onDismiss('escape');
  });
  const onPress = useStableCallback(({ target }: PointerEvent) => {
    const inside = target instanceof Node && (part.current?.contains(target) === true || opener?.contains(target) === true);
    if (!inside) onDismiss('outside');
  });
  useEffect(() => {
    const end = new AbortController();
    document.addEventListener('keydown', onKey, { signal: end.signal });
    document.addEventListener('pointerdown', onPress, { signal: end.signal });
    return () => end.abort();
  }, [onKey, onPress]);
}
