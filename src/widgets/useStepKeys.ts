import { useEffect } from 'react';
import { isShortcut, isWithin, OPERATED } from '#ui/keyTargets';

/** The buttons that the arrow keys trigger. */
const STEP_BUTTON = '[aria-keyshortcuts^="Arrow"]';

function stepOf(event: KeyboardEvent): -1 | 1 | null {
  if (!isShortcut(event) || event.shiftKey) return null;
  if (isWithin(event, OPERATED) && !isWithin(event, STEP_BUTTON)) return null;
  if (event.key === 'ArrowLeft') return -1;
  return event.key === 'ArrowRight' ? 1 : null;
}

/** Calls `onStep` for the left (-1) and right (+1) arrow keys, unless a control has the focus. */
export function useStepKeys(onStep: (step: -1 | 1) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step !== null) onStep(step);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onStep]);
}
