import { useState } from 'react';
import { useIsPast } from './IntentContext.ts';

/**
 * Returns the default choice of a page as it was when it was first known, because a new first entry must not replace the subject of an open form. In the past,
 * returns the default of the shown moment. The default is not held before `isKnown`, because until then it may be an entry that is not offered. Source:
 * DEFAULT1.
 */
export function useHeldDefault(first: string | null, isKnown = true): string | null {
  const isPast = useIsPast();
  const [held, setHeld] = useState<string | null>(null);
  if (held === null && first !== null && isKnown && !isPast) setHeld(first);
  return isPast ? first : (held ?? first);
}
