import { useState } from 'react';
import { useBrowserStorage } from '#ui/browserStorage';
import type { Span } from './moment/DensityTrack.tsx';

/** The lengths that the track can show, in ms, and their names, in addition to the whole recording. */
const LENGTHS = [
  { ms: 15 * 60_000, label: '15 min' },
  { ms: 3_600_000, label: '1 h' },
] as const;
const EVERYTHING = 'all';
const STORED = 'timeline.span';

/** The part of a recording that the track shows, and the choice of its length. */
interface ShownSpan extends Span {
  /** The selectable lengths, in ms as text; empty if the recording is shorter than all of them. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
  readonly choose: (value: string) => void;
}

/**
 * Returns the part of a recording that the track shows: 15 minutes, an hour or everything. It has the selected length and ends with the recording while the
 * shown moment is live; in the past it does not move under the pointer, until the moment leaves it.
 */
export function useShownSpan({ from, to }: Span, at: number, isPast: boolean): ShownSpan {
  const remember = useBrowserStorage();
  const [wanted, setWanted] = useState(() => remember.get(STORED) ?? EVERYTHING);
  const [heldEnd, setHeldEnd] = useState(to);
  const shorter = LENGTHS.filter(({ ms }) => ms < to - from);
  const options = shorter.map(({ ms, label }) => ({ value: String(ms), label }));
  const length = shorter.find(({ ms }) => String(ms) === wanted)?.ms ?? to - from;
  const isHeld = at <= heldEnd && at >= heldEnd - length && heldEnd <= to && heldEnd - length >= from;
  const end = isPast ? (isHeld ? heldEnd : Math.min(to, Math.max(at + length / 2, from + length))) : to;
  if (isPast && end !== heldEnd && length < to - from) setHeldEnd(end);
  return {
    from: end - length,
    to: end,
    options: options.length === 0 ? [] : [...options, { value: EVERYTHING, label: 'All' }],
    chosen: shorter.some(({ ms }) => String(ms) === wanted) ? wanted : EVERYTHING,
    choose: (value) => {
      remember.set(STORED, value);
      setWanted(value);
    },
  };
}
