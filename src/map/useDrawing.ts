import { type RefCallback, useCallback, useState } from 'react';
import { canDraw } from './canDraw.ts';

/** The state of a map's canvas: it cannot be drawn, it is drawn, or the browser took away its drawing context (graphics reset, too many maps, sleep). */
type Drawing = 'impossible' | 'drawn' | 'lost';

/**
 * Tracks whether the drawing context of a map's canvas is lost. Render the canvas, which must be below the given element, only in the state `drawn`. A lost
 * context loses its graphics memory, so the canvas is removed at once; a new one is drawn when the context is back.
 */
export function useDrawing() {
  const [drawing, setDrawing] = useState<Drawing>(() => (canDraw(document) ? 'drawn' : 'impossible'));
  const drawAgain = useCallback(() => setDrawing((known) => (known === 'lost' ? (canDraw(document) ? 'drawn' : 'impossible') : known)), []);
  // A lost context causes many errors before and after it is reported; they are no reason to give up.
  const fail = useCallback(() => setDrawing((known) => (known === 'lost' ? known : 'impossible')), []);
  const surface: RefCallback<HTMLElement> = useCallback(
    (element) => {
      if (element === null) return undefined;
      const onLost = (event: Event) => {
        // Otherwise the browser does not restore the context.
        event.preventDefault();
        event.target?.addEventListener('webglcontextrestored', drawAgain, { once: true });
        setDrawing('lost');
      };
      // The events of a canvas do not bubble.
      element.addEventListener('webglcontextlost', onLost, true);
      return () => element.removeEventListener('webglcontextlost', onLost, true);
    },
    [drawAgain],
  );
  return { drawing, surface, fail, drawAgain };
}
