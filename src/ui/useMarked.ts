import { type KeyboardEvent, useId, useState } from 'react';

interface Given {
  /** The entry that has the mark at first. */
  readonly first: number | null;
  /** What the entries are called, in order. */
  readonly words: readonly string[];
  readonly onChoose: (index: number) => void;
  /** Tab: gives the focus back, before the browser moves it on from there. */
  readonly onLeave: () => void;
}

/** The mark on one entry of a list that has the focus itself; keys move it, Enter and the space bar choose. */
export function useMarked({ first, words, onChoose, onLeave }: Given) {
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

/** Where a key leads in a list of entries with these words: arrows, Home, End, and a letter to the next that begins with it. Null for any other key. */
function entryAfter(key: string, at: number | null, words: readonly string[]): number | null {
  const last = words.length - 1;
  if (last < 0) return null;
  if (key === 'ArrowDown') return at === null || at === last ? 0 : at + 1;
  if (key === 'ArrowUp') return at === null || at === 0 ? last : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const begins = words.flatMap((word, index) => (word.toLocaleLowerCase().startsWith(key.toLocaleLowerCase()) ? [index] : []));
  return begins.find((index) => index > (at ?? -1)) ?? begins[0] ?? null;
}
