import { useEffect, useRef } from 'react';

/** Calls `act` once whenever a request of this view has settled, with or without a response. */
export function useOnSettled({ isPending }: { readonly isPending: boolean }, act: () => void): void {
  const was = useRef(isPending);
  // `act` is new at every render, so only the transition triggers it.
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    if (was.current && !isPending) newest.current();
    was.current = isPending;
  }, [isPending]);
}
