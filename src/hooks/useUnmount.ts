import { useEffect, useRef } from 'react';

/** Calls the newest `act` once when the view unmounts. */
export function useUnmount(act: () => void): void {
  const last = useRef(act);
  useEffect(() => {
    last.current = act;
  });
  useEffect(() => () => last.current(), []);
}
