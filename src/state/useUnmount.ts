import { useEffect, useRef } from 'react';

/** Does something once when the view goes away, with what it knew last. */
export function useUnmount(act: () => void): void {
  const last = useRef(act);
  useEffect(() => {
    last.current = act;
  });
  useEffect(() => () => last.current(), []);
}
