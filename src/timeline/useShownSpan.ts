import { useState } from 'react';
import { spanOfView, viewAt, zoomAround, zoomedView, type TrackSpan, type TrackView, type TrackZoom } from '#domain/history/trackSpan';
import { useBrowserStorage } from '#ui/browserStorage';

/** The lengths that the track can show, in ms, and their names, in addition to the whole recording. */
const LENGTHS = [
  { ms: 15 * 60_000, label: '15 min' },
  { ms: 3_600_000, label: '1 h' },
] as const;
const EVERYTHING = 'all';
const STORED = 'timeline.span';

const lengthOf = (choice: string | null): number => LENGTHS.find(({ ms }) => String(ms) === choice)?.ms ?? Infinity;

/** The part of a recording that the track shows, the choice of its length, and its zoom. */
interface ShownSpan extends TrackSpan {
  /** The selectable lengths, in ms as text; empty if the recording is shorter than all of them and shown as a whole. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The value of the shown length; empty if a zoom shows another one. */
  readonly chosen: string;
  readonly choose: (value: string) => void;
  readonly showAll: () => void;
  readonly zoom: (zoom: TrackZoom) => void;
  /** Changes the length by a factor, around the shown moment. */
  readonly zoomBy: (factor: number) => void;
}

/**
 * Returns the part of a recording that the track shows: 15 minutes, an hour, everything, or what it was zoomed to. It ends with the recording while the shown
 * moment is live; in the past it does not move under the pointer, until the moment leaves it. A zoom is kept while the timeline is open, a choice for good.
 */
export function useShownSpan(whole: TrackSpan, at: number, isPast: boolean): ShownSpan {
  const remember = useBrowserStorage();
  const moment = isPast ? at : null;
  const [held, setView] = useState<TrackView>(() => ({ lengthMs: lengthOf(remember.get(STORED)), end: Infinity, moment: null }));
  const view = viewAt(held, whole, moment);
  if (view !== held) setView(view);
  const span = spanOfView(view, whole);
  const length = whole.to - whole.from;
  const isWhole = view.lengthMs >= length;
  const lengths = LENGTHS.filter(({ ms }) => ms < length).map(({ ms, label }) => ({ value: String(ms), label }));
  const zoom = (wanted: TrackZoom) => setView(zoomedView(view, whole, moment, wanted));
  const choose = (value: string) => {
    remember.set(STORED, value);
    const chosen = { lengthMs: lengthOf(value), end: isPast ? span.to : Infinity, moment: null };
    setView(viewAt(chosen, whole, moment));
  };
  return {
    ...span,
    // A zoom of a short recording, too, can be undone with the pointer.
    options: lengths.length === 0 && isWhole ? [] : [...lengths, { value: EVERYTHING, label: 'All' }],
    chosen: isWhole ? EVERYTHING : (lengths.find(({ value }) => value === String(view.lengthMs))?.value ?? ''),
    choose,
    showAll: () => choose(EVERYTHING),
    zoom,
    zoomBy: (factor) => zoom(zoomAround(span, factor, at)),
  };
}
