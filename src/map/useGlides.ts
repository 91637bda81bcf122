import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';
const onChange = (tell: () => void) => {
  const query = matchMedia(QUERY);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

/** Whether devices may glide between reports: not for a person whose system asks for less motion. */
export const useGlides = (): boolean => useSyncExternalStore(onChange, () => !matchMedia(QUERY).matches);
