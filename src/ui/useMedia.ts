import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Returns whether a media query matches. One `matchMedia` is used per query, because creating it forces a style recalculation. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const listen = useCallback(
    (tell: () => void) => {
      media.addEventListener('change', tell);
      return () => media.removeEventListener('change', tell);
    },
    [media],
  );
  return useSyncExternalStore(listen, () => media.matches);
}
