import { useEffect, useRef } from 'react';

/** Calls the newest `callback` once when the view unmounts. */
export function useUnmount(callback: () => void): void {
  const last = useRef(callback);
  useEffect(() => {
    last.current = callback;
  });
  useEffect(() => () => last.current(), []);
}
