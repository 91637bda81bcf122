import { useState } from 'react';
import {
  limitsOf,
  spanOfView,
  viewAt,
  zoomAround,
  zoomedView,
  type TrackReach,
  type TrackView,
  type TrackZoom,
} from '#domain/history/trackSpan';
import { DAY_MS, type TimeSpan } from '#domain/text/timeUnits';
import { useBrowserStorage } from '#ui/browserStorage';

/** The lengths that the track can show, in ms, and their names, in addition to the whole recording. */
const LENGTHS = [
  { ms: 15 * 60_000, label: '15 min' },
  { ms: 3_600_000, label: '1 h' },
] as const;
/** The lengths that the track can show beyond the recording or the day. */
const WIDE_LENGTHS = [
  { ms: 7 * DAY_MS, label: 'Week' },
  { ms: 31 * DAY_MS, label: 'Month' },
  { ms: 92 * DAY_MS, label: 'Quarter' },
  { ms: 366 * DAY_MS, label: 'Year' },
] as const;
const EVERYTHING = 'all';
const STORED = 'timeline.span';

/** Returns the view of a choice: wide for a length beyond the recording, if that can be shown. */
function viewOf(choice: string | null, hasWide: boolean): Pick<TrackView, 'lengthMs' | 'isWide'> {
  const wide = hasWide ? WIDE_LENGTHS.find(({ ms }) => String(ms) === choice) : undefined;
  if (wide !== undefined) return { lengthMs: wide.ms, isWide: true };
  return { lengthMs: LENGTHS.find(({ ms }) => String(ms) === choice)?.ms ?? Infinity };
}

/** The part of a recording that the track shows, the choice of its length, and its zoom. */
interface ShownSpan extends TimeSpan {
  /** Whether it was zoomed out beyond the recording or the day. */
  readonly isWide: boolean;
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
 * Returns the part of a recording that the track shows: 15 minutes, an hour, everything, or the zoomed part; if the server provides overviews, also
 * up to a year around it. It ends with the recording while the shown moment is live; in the past it does not move under the pointer, until the moment
 * leaves it. A zoom is kept while the timeline is open, a choice permanently.
 */
export function useShownSpan(reach: TrackReach, at: number, isPast: boolean): ShownSpan {
  const { whole, around } = reach;
  const hasWide = around !== whole;
  const remember = useBrowserStorage();
  const moment = isPast ? at : null;
  const [held, setView] = useState<TrackView>(() => ({ ...viewOf(remember.get(STORED), hasWide), end: Infinity, moment: null }));
  const view = viewAt(held, limitsOf(held, reach), moment);
  if (view !== held) setView(view);
  const span = spanOfView(view, limitsOf(view, reach));
  const isWide = view.isWide === true;
  const length = whole.to - whole.from;
  const isWhole = !isWide && view.lengthMs >= length;
  const optionsOf = (lengths: readonly { readonly ms: number; readonly label: string }[]) =>
    lengths.map(({ ms, label }) => ({ value: String(ms), label }));
  const lengths = optionsOf(LENGTHS.filter(({ ms }) => ms < length));
  const wide = optionsOf(hasWide ? WIDE_LENGTHS.filter(({ ms }) => ms > length) : []);
  const zoom = (wanted: TrackZoom) => setView(zoomedView(view, reach, moment, wanted));
  const choose = (value: string) => {
    remember.set(STORED, value);
    const chosen = viewOf(value, hasWide);
    const end = chosen.isWide === true ? at + chosen.lengthMs / 2 : span.to;
    const next = { ...chosen, end: isPast ? end : Infinity, moment: null };
    setView(viewAt(next, limitsOf(next, reach), moment));
  };
  return {
    ...span,
    isWide,
    // The zoom of a short recording can also be undone with the pointer.
    options: lengths.length + wide.length === 0 && isWhole ? [] : [...lengths, { value: EVERYTHING, label: 'All' }, ...wide],
    chosen: isWhole ? EVERYTHING : ([...lengths, ...wide].find(({ value }) => value === String(view.lengthMs))?.value ?? ''),
    choose,
    showAll: () => choose(EVERYTHING),
    zoom,
    zoomBy: (factor) => zoom(zoomAround(span, factor, at)),
  };
}
