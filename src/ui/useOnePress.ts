import { useEffect } from 'react';

/** What a click acts on. */
const CONTROL =
  'a[href], button, input, select, textarea, summary, label, [data-press], [role=button], [role=link], [role=option], [role=tab], [role=switch], [role^=menuitem]';
/** Two clicks at a greater distance, in CSS pixels, are meant for two controls: those of two fingers also count as a double-click in some browsers. */
const SAME_PLACE_PX = 24;

/** Returns the control that a click on a target activates; null if there is none. */
function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROL) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

interface Press {
  readonly control: Element | null;
  readonly x: number;
  readonly y: number;
}

/**
 * Stops the second click of a double-click from acting on another control than the first, e.g. on what a closed dialog had covered, or on the row that took the
 * place of a removed one. What changes under a press without being replaced uses `pressedOnce`. Once per page. Source: PRESS2.
 */
export function useOnePress(): void {
  useEffect(() => {
    const end = new AbortController();
    let former: Press | null = null;
    const onClick = (event: MouseEvent) => {
      // A key activates a control with a click that has no count.
      if (event.detail === 0) return;
      const press = { control: controlOf(event.target), x: event.clientX, y: event.clientY };
      const isRepeated = former !== null && event.detail > 1 && Math.hypot(press.x - former.x, press.y - former.y) <= SAME_PLACE_PX;
      if (isRepeated && press.control !== null && press.control !== former?.control) {
        event.preventDefault();
        event.stopPropagation();
      }
      former = press;
    };
    // The page's first listener, before those of any control.
    window.addEventListener('click', onClick, { capture: true, signal: end.signal });
    return () => end.abort();
  }, []);
}
