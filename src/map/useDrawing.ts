import { type RefCallback, useCallback, useState } from 'react';
import { canDraw } from './canDraw.ts';

/** How a map is drawn: it cannot be, it is, or the browser took its drawing context away (graphics reset, too many maps, sleep). */
type Drawing = 'impossible' | 'drawn' | 'lost';

/**
 * Follows the drawing context of the canvas below an element, which is to be rendered while the map is drawn only. What was in the graphics memory of a lost
 * context is gone, so the canvas is taken away at once, while nothing can be drawn with what was of it; a new one is drawn when the context is back.
 */
export function useDrawing() {
  const [drawing, setDrawing] = useState<Drawing>(() => (canDraw(document) ? 'drawn' : 'impossible'));
  const drawAgain = useCallback(() => setDrawing((known) => (known === 'lost' ? (canDraw(document) ? 'drawn' : 'impossible') : known)), []);
  // A lost context fails in many ways before and after it is reported: it is no reason to give up.
  const fail = useCallback(() => setDrawing((known) => (known === 'lost' ? known : 'impossible')), []);
  const surface: RefCallback<HTMLElement> = useCallback(
    (element) => {
      if (element === null) return undefined;
      const onLost = (event: Event) => {
        // Without it the browser does not give the context back.
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
