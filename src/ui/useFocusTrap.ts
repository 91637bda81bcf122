import { type RefObject, useEffect, useLayoutEffect } from 'react';

type Part = RefObject<HTMLElement | null>;

const TAKES_FOCUS = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]'].map((each) => `${each}:not(:disabled)`).join();

const stopsOf = (part: HTMLElement) => [...part.querySelectorAll<HTMLElement>(TAKES_FOCUS)].filter(({ tabIndex }) => tabIndex >= 0);

/** Makes the rest of the page inert; the returned function undoes that. */
function holdOthers(part: HTMLElement): () => void {
  const others = [...document.body.children].filter((each) => each !== part && !each.hasAttribute('inert'));
  for (const each of others) each.toggleAttribute('inert', true);
  return () => {
    for (const each of others) each.toggleAttribute('inert', false);
  };
}

function turn(part: HTMLElement, event: KeyboardEvent) {
  // A modal that covers this one traps the focus.
  if (event.key !== 'Tab' || part.hasAttribute('inert')) return;
  const stops = stopsOf(part);
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
  if (to !== undefined && document.activeElement !== from && part.contains(document.activeElement)) return;
  event.preventDefault();
  to?.focus();
}

/** Traps the focus in an element that is a child of the body: focuses `first`, otherwise the first focusable element, and restores the focus on unmount. */
export function useFocusTrap(part: Part, first?: Part): void {
  useLayoutEffect(() => {
    const held = part.current;
    if (held === null) return undefined;
    const { activeElement: before } = document;
    const release = holdOthers(held);
    (first?.current ?? stopsOf(held)[0] ?? held.querySelector<HTMLElement>('[tabindex]'))?.focus();
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
