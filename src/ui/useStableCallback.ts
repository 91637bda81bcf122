import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function of constant identity that calls the newest given function, for memoised components. Must not be called during rendering. */
export function useStableCallback<Args extends readonly unknown[], Out>(newest: (...args: Args) => Out): (...args: Args) => Out {
  const held = useRef(newest);
  useLayoutEffect(() => {
    held.current = newest;
  });
  return useCallback((...args: Args) => held.current(...args), []);
}
