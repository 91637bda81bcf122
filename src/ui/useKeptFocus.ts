import { useEffect } from 'react';

/*
 * Keeps the focus of a person who uses the keyboard or a screen reader. A browser drops it without an event when the focused element is removed, moved or
 * disabled; the next key then goes nowhere.
 *
 * 1. Removed: the focus goes to the next element in the same dialog or screen, otherwise to the previous one, otherwise to the open dialog or the heading of
 *    the screen.
 * 2. Moved, e.g. by another order of rows: it returns to the element.
 * 3. Disabled, e.g. while a form is sent: it waits at the part that holds the element, where keys have no effect, and returns once the element is
 *    enabled.
 *
 * It never takes the focus from another element, nor back after a press or a key that left the element.
 */

const FOCUSABLE = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]'].map((each) => `${each}:not(:disabled)`).join();
/** Selector of the elements within which the focus is kept. */
const SCOPE = '[role=dialog], [role=alertdialog], [data-urgent], main';
/** Selector of the elements that hold the focus while the focused element is disabled. */
const WAITING = `form, nav, [role=group], [role=toolbar], [role=row], section, [role=region], ${SCOPE}`;

/** Focuses an element; false if it does not accept the focus, e.g. because it is hidden. */
function focusOn(element: HTMLElement): boolean {
  element.focus({ preventScroll: element.tabIndex < 0 });
  return document.activeElement === element;
}

/** Focuses an element outside the tab order; false if it does not accept the focus. */
function focusPart(part: HTMLElement): boolean {
  if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
  // The element is not a control, and a focus ring would suggest that it is.
  part.style.outline = 'none';
  return focusOn(part);
}

/** Focuses the heading (`h1`) of the screen. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1');
  if (heading !== null) focusPart(heading);
}

const isAfter = (from: Node, element: Node): boolean =>
  !from.contains(element) && (from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Focuses the modal dialog in front; false if none is open. */
function focusDialog(): boolean {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[data-place] :is([role=dialog], [role=alertdialog])')];
  const front = dialogs.findLast((dialog) => dialog.closest('[inert]') === null);
  return front !== undefined && focusPart(front);
}

/** Focuses the element after the removed one, otherwise the one before it, otherwise the open dialog, otherwise the heading. */
function focusNext({ target, previousSibling, nextSibling }: MutationRecord): void {
  const parent = target instanceof Element && target.isConnected ? target : null;
  const stops = [...(parent?.closest(SCOPE)?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(({ tabIndex }) => tabIndex >= 0);
  const follows = (stop: HTMLElement): boolean => {
    if (nextSibling?.isConnected === true) return nextSibling.contains(stop) || isAfter(nextSibling, stop);
    if (previousSibling?.isConnected === true) return isAfter(previousSibling, stop);
    return parent !== null && (parent.contains(stop) || isAfter(parent, stop));
  };
  const after = stops.filter(follows);
  const before = stops.filter((stop) => !after.includes(stop)).toReversed();
  if (![...after, ...before].some(focusOn) && !focusDialog()) focusHeading();
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

interface Held {
  element: HTMLElement | null;
  /** The last element that held the focus for a disabled element, and that disabled element. */
  waiting: { readonly part: HTMLElement; readonly element: HTMLElement } | null;
  /** Whether the focus moved on from a removed element since a key was last pressed. */
  hasMovedOn: boolean;
}

/** Stops a held Enter key that removed the focused element from activating the element that now has the focus. Source: FOCUS7. */
function stopHeldEnter(held: Held, event: KeyboardEvent): void {
  if (!event.repeat) held.hasMovedOn = false;
  if (!held.hasMovedOn || event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}

function onMutation(held: Held, records: readonly MutationRecord[]): void {
  const { element } = held;
  if (element === null) return;
  const isWaiting = held.waiting?.element === element;
  const removal = records.findLast(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));
  if (!element.isConnected) {
    if (removal === undefined || !isLost()) return;
    held.hasMovedOn = true;
    focusNext(removal);
  } else if (element.matches(':disabled')) {
    const part = element.parentElement?.closest<HTMLElement>(WAITING) ?? null;
    if (part === null || (!isLost() && document.activeElement !== element)) return;
    held.waiting = { part, element };
    focusPart(part);
  } else {
    const isAtPart = isWaiting && document.activeElement === held.waiting?.part;
    if (isAtPart || ((removal !== undefined || isWaiting) && isLost())) focusOn(element);
  }
}

/** Keeps the focus of the page when the focused element is removed or disabled. Mount once per page. */
export function useKeptFocus(): void {
  useEffect(() => {
    const held: Held = { element: null, waiting: null, hasMovedOn: false };
    const observer = new MutationObserver((records) => onMutation(held, records));
    const end = new AbortController();
    const hold = (element: HTMLElement) => {
      held.element = element;
      observer.disconnect();
      observer.observe(element, { attributes: true, attributeFilter: ['disabled'] });
      // Only the child lists of the ancestors are observed, because a whole page changes a thousand times a second.
      for (let node = element.parentNode; node !== null; node = node.parentNode) observer.observe(node, { childList: true });
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === held.element) return;
      const { waiting } = held;
      if (target !== waiting?.part) return hold(target);
      // A dialog that was opened meanwhile returns the focus to the element that held it.
      if (waiting.element.isConnected && !waiting.element.matches(':disabled')) focusOn(waiting.element);
    };
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || held.element?.contains(target) === true) return;
      observer.disconnect();
      held.element = null;
      if (held.waiting?.part.contains(target) === true) held.waiting = null;
    };
    document.addEventListener('focusin', onFocus, { signal: end.signal });
    document.addEventListener('pointerdown', onPress, { signal: end.signal });
    document.addEventListener('keydown', (event) => stopHeldEnter(held, event), { capture: true, signal: end.signal });
    return () => {
      end.abort();
      observer.disconnect();
    };
  }, []);
}
