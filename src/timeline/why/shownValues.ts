/** The values on the screen, found by `data-shows` and `data-of`: that of an element, the first one, the next one in a direction, and the focused one. */

/** A value on the screen: its device, its name, and the text next to it. */
export interface ShownValue {
  readonly serial: string;
  readonly shows: string;
  readonly label: string;
}

const VALUE = '[data-shows]';

/** Returns the element of the value that contains a node; null if there is none. */
export const valueElement = (node: EventTarget | null): HTMLElement | null =>
  node instanceof Element ? node.closest<HTMLElement>(`[data-of] ${VALUE}`) : null;

/** Returns the value that an element with `data-shows` shows; null outside an element with `data-of`. */
export function valueOf(element: HTMLElement): ShownValue | null {
  const serial = element.closest<HTMLElement>('[data-of]')?.dataset['of'];
  const { shows, head } = element.dataset;
  return serial === undefined || shows === undefined ? null : { serial, shows, label: head ?? shows };
}

const isVisible = (element: HTMLElement) => element.getClientRects().length > 0;

/** Returns the values that are visible on the screen, in the order of the page. */
const shownElements = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[data-of] ${VALUE}`)].filter(isVisible);

/** Returns the first value to select: the focused one, otherwise the first one in the row of the focused element, otherwise the first one on the page. */
export function firstValue(focused: Element | null): HTMLElement | null {
  const own = valueElement(focused);
  if (own !== null) return own;
  const inRow = focused?.closest('tr')?.querySelector<HTMLElement>(VALUE);
  return inRow != null && isVisible(inRow) ? inRow : (shownElements()[0] ?? null);
}

/** The direction of an arrow key, as right and down. */
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middleOf = (element: HTMLElement) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Weight of a sideways distance relative to a forward one: an arrow key stays in its row or column. */
const ASIDE = 4;
/** A value less than this many px ahead is treated as adjacent. */
const LEAST_AHEAD_PX = 4;

/** Returns the next value in the direction of an arrow key; null for other keys, and at the end. */
export function valueBeside(from: HTMLElement, key: string): HTMLElement | null {
  const arrow = ARROWS[key];
  if (arrow === undefined) return null;
  const [right, down] = arrow;
  const start = middleOf(from);
  const ranked = shownElements().flatMap((element) => {
    const { x, y } = middleOf(element);
    const [ahead, aside] = [(x - start.x) * right + (y - start.y) * down, Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right)];
    return element === from || ahead < LEAST_AHEAD_PX ? [] : [{ element, distance: ahead + aside * ASIDE }];
  });
  return ranked.toSorted((a, b) => a.distance - b.distance)[0]?.element ?? null;
}

/** Focuses a value, which is focusable only while it has the focus, so that it is not in the tab order. */
export function focusValue(element: HTMLElement): void {
  element.tabIndex = 0;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus();
}
