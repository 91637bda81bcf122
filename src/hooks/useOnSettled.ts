import { useEffect, useRef } from 'react';

/** Calls `callback` once whenever a request of this view ends, with or without a response. */
export function useOnSettled({ isPending }: { readonly isPending: boolean }, callback: () => void): void {
  const was = useRef(isPending);
  // `callback` is new at every render, so it must not be a dependency of the effect.
  const newest = useRef(callback);
  useEffect(() => {
    newest.current = callback;
  });
  useEffect(() => {
    if (was.current && !isPending) newest.current();
    was.current = isPending;
  }, [isPending]);
}
