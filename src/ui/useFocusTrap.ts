import { type RefObject, useEffect, useLayoutEffect } from 'react';

type Part = RefObject<HTMLElement | null>;

const TAKES_FOCUS = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]'].map((each) => `${each}:not(:disabled)`).join();

const stopsOf = (part: HTMLElement) => [...part.querySelectorAll<HTMLElement>(TAKES_FOCUS)].filter(({ tabIndex }) => tabIndex >= 0);

/** Selector of notices that stay usable while a modal is open. */
const URGENT = '[data-urgent]';
/** Selector of regions that a screen reader announces while a modal is open. */
const LIVE = '[data-live]';

/** Makes the rest of the page inert, except urgent notices and live regions; returns a function that undoes this. */
function holdOthers(part: HTMLElement): () => void {
  const others = [...document.body.children].filter((each) => each !== part && !each.matches(`[inert], ${URGENT}, ${LIVE}`));
  for (const each of others) each.toggleAttribute('inert', true);
  return () => {
    for (const each of others) each.toggleAttribute('inert', false);
  };
}

/** Moves the focus in a circle through the modal and the urgent notices, which follow it. */
function turn(part: HTMLElement, event: KeyboardEvent) {
  // A modal that covers this one traps the focus itself.
  if (event.key !== 'Tab' || part.hasAttribute('inert')) return;
  const parts = [part, ...document.querySelectorAll<HTMLElement>(URGENT)].map((each) => ({ each, stops: stopsOf(each) }));
  const { activeElement: active } = document;
  const edge = parts.find(({ each }) => each.contains(active))?.stops.at(event.shiftKey ? 0 : -1);
  // Between the first and the last stop of a part, the browser moves the focus.
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

/**
 * Focuses the first stop, or the box itself if its first stop, such as the close button of a long text, is out of view: focusing the stop would scroll the text
 * away.
 */
function focusStop(held: HTMLElement): void {
  const stop = stopsOf(held)[0];
  const box = held.querySelector<HTMLElement>('[tabindex]');
  if (stop !== undefined && (box === null || isInView(stop))) stop.focus();
  else box?.focus({ preventScroll: true });
}

/**
 * Traps the focus in an element that is a child of the body: focuses `first`, otherwise the first visible stop, and restores the focus on unmount. Source:
 * FOCUS6.
 */
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
