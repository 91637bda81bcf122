/** Elements, as a selector, in which a typed key is text or a choice: no key of the console means anything else there. */
export const TYPED_IN =
  'input:not([type=range]), select, textarea, video, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]';
/** Elements, as a selector, that the arrow keys operate. */
export const ARROWED = 'canvas, input, [role=tab], [tabindex]:not([tabindex="-1"])';
/** Elements, as a selector, that the space bar or the arrow keys operate. */
export const OPERATED = `button, a[href], summary, ${ARROWED}`;

/** Whether an event comes from inside one of the elements of a selector. */
export const isWithin = ({ target }: Event, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
