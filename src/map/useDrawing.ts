import { type RefCallback, useCallback, useState } from 'react';
import { canDraw } from './canDraw.ts';

/** How a map is drawn: it cannot be, it is, or the browser took its drawing context away (graphics reset, too many maps, sleep). */
type Drawing = 'impossible' | 'drawn' | 'lost';

/**
 * Follows the drawing context of the canvas below an element. A lost one is asked back; once it is there, `round` changes, with which the canvas is to be
 * created again: what was in the graphics memory is gone.
 */
export function useDrawing() {
  const [{ drawing, round }, setState] = useState<{ readonly drawing: Drawing; readonly round: number }>(() => ({
    drawing: canDraw(document) ? 'drawn' : 'impossible',
    round: 0,
  }));
  const drawAgain = useCallback(
    () => setState((known) => ({ drawing: canDraw(document) ? 'drawn' : 'impossible', round: known.round + 1 })),
    [],
  );
  // A lost context fails in many ways before and after it is reported: it is no reason to give up.
  const fail = useCallback(() => setState((known) => (known.drawing === 'lost' ? known : { ...known, drawing: 'impossible' })), []);
  const surface: RefCallback<HTMLElement> = useCallback(
    (element) => {
      if (element === null) return undefined;
      const onLost = (event: Event) => {
        // Without it the browser does not give the context back.
        event.preventDefault();
        setState((known) => ({ ...known, drawing: 'lost' }));
      };
      // The events of a canvas do not bubble.
      element.addEventListener('webglcontextlost', onLost, true);
      element.addEventListener('webglcontextrestored', drawAgain, true);
      return () => {
        element.removeEventListener('webglcontextlost', onLost, true);
        element.removeEventListener('webglcontextrestored', drawAgain, true);
      };
    },
    [drawAgain],
  );
  return { drawing, round, surface, fail, drawAgain };
}
