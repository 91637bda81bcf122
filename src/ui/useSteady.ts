import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function at every drawing, which does what the newest one says: for parts that are drawn only when what they show changes. Not to be called while drawing. */
export function useSteady<Args extends readonly unknown[], Out>(newest: (...args: Args) => Out): (...args: Args) => Out {
  const held = useRef(newest);
  useLayoutEffect(() => {
    held.current = newest;
  });
  return useCallback((...args: Args) => held.current(...args), []);
}
