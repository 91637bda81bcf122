import { useEffect } from 'react';

/** Selector of elements that a click acts on, including the scrim of a modal, which a press closes. */
const CONTROL =
  'a[href], button, input, select, textarea, summary, label, [data-press], [data-place], [role=button], [role=link], [role=option], [role=tab], [role=switch], [role^=menuitem]';
/** Maximum distance of two clicks of one press, in CSS pixels: clicks of two fingers also count as a double-click in some browsers. */
const SAME_PLACE_PX = 24;
/** Time after the first click, in ms, from which the third and later clicks count, so a user who continues to click reaches the control, e.g. Stop. */
const SAME_PRESS_MS = 2_000;

/** Returns the control that a click on the target activates; null if there is none. */
function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROL) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

interface Press {
  readonly control: Element | null;
  readonly x: number;
  readonly y: number;
  /** The `timeStamp` of the click, in ms. */
  readonly at: number;
}

/** Returns whether a click with this count belongs to the same press as an earlier click on another control. */
const isSamePress = (former: Press, press: Press, count: number): boolean =>
  Math.hypot(press.x - former.x, press.y - former.y) <= SAME_PLACE_PX &&
  (count === 2 || (count > 2 && press.at - former.at < SAME_PRESS_MS)) &&
  press.control !== null &&
  press.control !== former.control;

/**
 * Stops the later clicks of a double or triple click from acting on another control than the first. Such a control is one that a closed dialog had covered, the
 * scrim of a dialog that opened, or the row that replaced a removed one. A button that changes in place uses `pressedOnce`. Mount once per page. Source:
 * PRESS2, PRESS3.
 */
export function useOnePress(): void {
  useEffect(() => {
    const end = new AbortController();
    let former: Press | null = null;
    const onClick = (event: MouseEvent) => {
      // A click that a key causes has the count 0.
      if (event.detail === 0) return;
      const press = { control: controlOf(event.target), x: event.clientX, y: event.clientY, at: event.timeStamp };
      if (former === null || !isSamePress(former, press, event.detail)) {
        former = press;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    };
    // Registered on the window, so it runs before the listeners of every control.
    window.addEventListener('click', onClick, { capture: true, signal: end.signal });
    return () => end.abort();
  }, []);
}
