import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Does a media query hold now? The browser is asked once for each query: asking makes it work out its styles. */
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
