import { useEffect, useRef } from 'react';

/** Does something once whenever an ask of this view has come to its end, with or without an answer. */
export function useEnded({ isAsking }: { readonly isAsking: boolean }, act: () => void): void {
  const was = useRef(isAsking);
  useEffect(() => {
    if (was.current && !isAsking) act();
    was.current = isAsking;
    // `act` is new at every drawing; only the end counts.
  }, [isAsking]);
}
