import { useEffect, useRef } from 'react';

/** Does something once whenever an ask of this view has come to its end, with or without an answer. */
export function useOnSettled({ isPending }: { readonly isPending: boolean }, act: () => void): void {
  const was = useRef(isPending);
  useEffect(() => {
    if (was.current && !isPending) act();
    was.current = isPending;
    // `act` is new at every drawing; only the end counts.
  }, [isPending]);
}
