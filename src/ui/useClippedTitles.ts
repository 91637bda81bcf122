import { useEffect } from 'react';

/** Maximum number of elements that are checked for clipped text: the hovered element and its nearest ancestors. */
const MOST_LEVELS = 5;
const OWN = 'data-clipped-title';

const isClipped = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis';

/** Sets the whole text of an element as its tooltip if an ellipsis truncates it, and removes the tooltip when the text fits again. */
function explain(element: HTMLElement): void {
  const isOwn = element.hasAttribute(OWN);
  if (element.title !== '' && !isOwn) return;
  if (!isClipped(element)) {
    if (isOwn) element.removeAttribute('title');
    element.removeAttribute(OWN);
    return;
  }
  const text = element instanceof HTMLInputElement ? element.value || element.placeholder : element.innerText;
  element.title = text.replaceAll(/\s+/g, ' ').trim();
  element.setAttribute(OWN, '');
}

function explainAt({ target }: Event): void {
  let element = target instanceof Element ? target : null;
  for (let level = 0; element !== null && level < MOST_LEVELS; level += 1) {
    if (element instanceof HTMLElement) explain(element);
    element = element.parentElement;
  }
}

/** Shows the full text of a clipped element as a tooltip on hover and focus: one rule for every cell, name and heading. */
export function useClippedTitles(): void {
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('pointerover', explainAt, { signal: stop.signal, passive: true });
    document.addEventListener('focusin', explainAt, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
