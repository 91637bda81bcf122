/** Elements, as a selector, in which a typed key is text: no key of the console means anything else there. */
const TYPED_IN = 'input:not([type=range]), textarea, video, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]';
/** Elements, as a selector, that the arrow keys operate. */
export const ARROWED = 'canvas, input, [role=tab], [tabindex]:not([tabindex="-1"])';
/** Elements, as a selector, that the space bar operates: not a slider. */
export const PRESSED = 'button, a[href], summary, canvas, [role=tab], [tabindex]:not([tabindex="-1"])';
/** Elements, as a selector, that the space bar or the arrow keys operate. */
export const OPERATED = `${PRESSED}, ${ARROWED}`;

/** Whether an event comes from inside one of the elements of a selector. */
export const isWithin = ({ target }: Event, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;

/** Whether a key chooses in a select: a letter where any option begins with one, because the browser searches for all that is typed in a row. */
function choosesOption({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLSelectElement)) return false;
  return key.length > 1 || key === ' ' || [...target.options].some(({ label }) => /^\p{L}/u.test(label));
}

/** Whether an event is a key that may mean something to the console: without a modifier but shift, not handled yet, and not typed into something. */
export function isShortcut(event: Event): event is KeyboardEvent {
  if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  return !isWithin(event, TYPED_IN) && !choosesOption(event);
}
