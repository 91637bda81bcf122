import { type RefObject, useEffect, useLayoutEffect } from 'react';

type Part = RefObject<HTMLElement | null>;

const TAKES_FOCUS = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]'].map((each) => `${each}:not(:disabled)`).join();

const stopsOf = (part: HTMLElement) => [...part.querySelectorAll<HTMLElement>(TAKES_FOCUS)].filter(({ tabIndex }) => tabIndex >= 0);

/** Notices that stay in use while a modal is open. */
const URGENT = '[data-urgent]';
/** Regions that a screen reader announces while a modal is open. */
const LIVE = '[data-live]';

/** Makes the rest of the page inert, except urgent notices and live regions; the returned function undoes that. */
function holdOthers(part: HTMLElement): () => void {
  const others = [...document.body.children].filter((each) => each !== part && !each.matches(`[inert], ${URGENT}, ${LIVE}`));
  for (const each of others) each.toggleAttribute('inert', true);
  return () => {
    for (const each of others) each.toggleAttribute('inert', false);
  };
}

/** Moves the focus at the ends of the modal and of the urgent notices, which follow it, in a circle. */
function turn(part: HTMLElement, event: KeyboardEvent) {
  // A modal that covers this one traps the focus.
  if (event.key !== 'Tab' || part.hasAttribute('inert')) return;
  const parts = [part, ...document.querySelectorAll<HTMLElement>(URGENT)].map((each) => ({ each, stops: stopsOf(each) }));
  const { activeElement: active } = document;
  const edge = parts.find(({ each }) => each.contains(active))?.stops.at(event.shiftKey ? 0 : -1);
  // Between its ends, the browser moves the focus within a part.
  if (edge !== undefined && edge !== active) return;
  event.preventDefault();
  const circle = parts.flatMap(({ stops }) => stops);
  const at = circle.findIndex((stop) => stop === active);
  circle.at(event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % circle.length)?.focus();
}

const isInView = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

/** Focuses the first stop, or the box of a long text whose first stop, such as its button to close, is out of view: focusing that would scroll the text away. */
function focusStop(held: HTMLElement): void {
  const stop = stopsOf(held)[0];
  const box = held.querySelector<HTMLElement>('[tabindex]');
  if (stop !== undefined && (box === null || isInView(stop))) stop.focus();
  else box?.focus({ preventScroll: true });
}

/** Traps the focus in an element that is a child of the body: focuses `first`, otherwise the first stop in view, and restores the focus on unmount. Source: FOCUS6. */
export function useFocusTrap(part: Part, first?: Part): void {
  useLayoutEffect(() => {
    const held = part.current;
    if (held === null) return undefined;
    const { activeElement: before } = document;
    const release = holdOthers(held);
    if (first?.current == null) focusStop(held);
    else first.current.focus();
    return () => {
      release();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [part, first]);
  useEffect(() => {
    const end = new AbortController();
    document.addEventListener('keydown', (event) => part.current && turn(part.current, event), { signal: end.signal });
    return () => end.abort();
  }, [part]);
}
