import { type KeyboardEvent, useId, useState } from 'react';
import { beginsWith } from './foundIn.ts';

interface Given {
  /** Index of the initially highlighted entry. */
  readonly first: number | null;
  /** The labels of the entries, in order. */
  readonly words: readonly string[];
  readonly onChoose: (index: number) => void;
  /** Called on Tab; must return the focus to the opening button, from which the browser then moves it on. */
  readonly onLeave: () => void;
}

/** Returns the highlighted entry of a list that itself has the focus; keys move the highlight, and Enter and Space select. */
export function useHighlighted({ first, words, onChoose, onLeave }: Given) {
  const [at, setAt] = useState(first);
  const prefix = useId();
  const idOf = (index: number) => `${prefix}${index}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onLeave();
    if (event.key === 'Escape' || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    event.preventDefault();
    if (event.key === 'Enter' || event.key === ' ') return at === null || event.repeat ? undefined : onChoose(at);
    const next = entryAfter(event.key, at, words) ?? at;
    if (next !== null) document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
    return setAt(next);
  };
  return { at, setAt, idOf, onKeyDown };
}

/**
 * Returns the index to which a key moves the highlight: arrows, Home, End, and a letter, which moves it to the next entry with this initial. Null if no entry
 * matches.
 */
function entryAfter(key: string, at: number | null, words: readonly string[]): number | null {
  const last = words.length - 1;
  if (last < 0) return null;
  if (key === 'ArrowDown') return at === null || at === last ? 0 : at + 1;
  if (key === 'ArrowUp') return at === null || at === 0 ? last : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const begins = words.flatMap((word, index) => (beginsWith(word, key) ? [index] : []));
  return begins.find((index) => index > (at ?? -1)) ?? begins[0] ?? null;
}
