import { useState } from 'react';
import { useIsPast } from './IntentContext.ts';

/**
 * Returns the default choice of a page as it was when it was first known: another one that comes to stand before it must not replace the subject of an open form.
 * In the past, the default of the shown moment. It is not held before `isKnown`: until then it may be one that is not offered. Source: DEFAULT1.
 */
export function useHeldDefault(first: string | null, isKnown = true): string | null {
  const isPast = useIsPast();
  const [held, setHeld] = useState<string | null>(null);
  if (held === null && first !== null && isKnown && !isPast) setHeld(first);
  return isPast ? first : (held ?? first);
}
