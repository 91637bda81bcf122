import { type RefCallback, useCallback, useState } from 'react';
import { canDraw } from './canDraw.ts';

/** The state of a map's canvas: it cannot be drawn, it is drawn, or the browser discarded its drawing context (graphics reset, too many maps, sleep). */
type Drawing = 'impossible' | 'drawn' | 'lost';

/**
 * Returns whether a map's canvas can be drawn, and the ref of its surface. Render the canvas, which must be inside the surface, only in the state `drawn`. A
 * lost context loses its graphics memory, so the canvas is removed immediately; a new one is drawn when the context is back.
 */
export function useDrawing() {
  const [drawing, setDrawing] = useState<Drawing>(() => (canDraw(document) ? 'drawn' : 'impossible'));
  const drawAgain = useCallback(() => setDrawing((known) => (known === 'lost' ? (canDraw(document) ? 'drawn' : 'impossible') : known)), []);
  // A lost context causes many errors before and after it is reported; these do not mean that drawing is impossible.
  const fail = useCallback(() => setDrawing((known) => (known === 'lost' ? known : 'impossible')), []);
  const surface: RefCallback<HTMLElement> = useCallback(
    (element) => {
      if (element === null) return undefined;
      const onLost = (event: Event) => {
        // Without this call, the browser does not restore the context.
        event.preventDefault();
        event.target?.addEventListener('webglcontextrestored', drawAgain, { once: true });
        setDrawing('lost');
      };
      // The events are captured, because those of a canvas do not bubble.
      element.addEventListener('webglcontextlost', onLost, true);
      return () => element.removeEventListener('webglcontextlost', onLost, true);
    },
    [drawAgain],
  );
  return { drawing, surface, fail, drawAgain };
}
