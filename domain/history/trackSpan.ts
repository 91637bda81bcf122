/** The part that a track shows of a recording or of a day: its length, where it stays, and how it is zoomed. */

/** A span of time in ms since epoch. */
export interface TrackSpan {
  readonly from: number;
  readonly to: number;
}

/** The shortest part that can be zoomed to, in ms. */
export const SHORTEST_MS = 10_000;

/** What a track shows of the whole. */
export interface TrackView {
  /** In ms; Infinity for the whole. */
  readonly lengthMs: number;
  /** In ms since epoch; Infinity if it ends with the whole, also while that grows. */
  readonly end: number;
  /** The moment for which the view was chosen, in ms since epoch, null for now: the view stays until another one is shown, even if it does not contain this one. */
  readonly moment: number | null;
}

/** A zoom: by how much the length changes (below 1 shows less), and which instant is at which share of the track afterwards. */
export interface TrackZoom {
  readonly factor: number;
  readonly instant: number;
  /** From 0, the begin of the track, to 1, its end. */
  readonly share: number;
}

const limited = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
const lengthOf = ({ from, to }: TrackSpan): number => Math.max(0, to - from);
const isIn = ({ from, to }: TrackSpan, at: number): boolean => at >= from && at <= to;
const endIn = (whole: TrackSpan, length: number, end: number): number => limited(end, whole.from + length, whole.to);
const lengthIn = (whole: TrackSpan, length: number): number => limited(length, Math.min(SHORTEST_MS, lengthOf(whole)), lengthOf(whole));

/** Returns the span of a view, within the whole. A whole that ends before it begins, by a wrong clock, is an empty span at its begin. */
export function spanOfView({ lengthMs, end }: TrackView, whole: TrackSpan): TrackSpan {
  const length = lengthIn(whole, lengthMs);
  const to = endIn(whole, length, end);
  return { from: to - length, to };
}

/**
 * Returns the view while a moment (null: now) is shown: it ends now when the past is left, stays while it contains the moment, and otherwise has the moment in
 * its middle. The same object while it stays.
 */
export function viewAt(view: TrackView, whole: TrackSpan, moment: number | null): TrackView {
  if (moment === view.moment) return view;
  if (moment === null) return { ...view, end: Infinity, moment };
  const span = spanOfView(view, whole);
  if (!isIn(span, moment)) return { ...view, end: endIn(whole, lengthOf(span), moment + lengthOf(span) / 2), moment };
  // Not changed with each moment of a playback.
  return view.moment !== null && view.end !== Infinity && isIn(span, view.moment) ? view : { ...view, end: span.to, moment };
}

/** Returns a view after a zoom, limited to the whole and to `SHORTEST_MS`. Live, one that reaches now goes on ending now. */
export function zoomedView(view: TrackView, whole: TrackSpan, moment: number | null, { factor, instant, share }: TrackZoom): TrackView {
  const length = lengthIn(whole, lengthOf(spanOfView(view, whole)) * factor);
  if (length >= lengthOf(whole)) return { lengthMs: Infinity, end: Infinity, moment };
  const end = Math.round(endIn(whole, length, instant + (1 - share) * length));
  return { lengthMs: length, end: moment === null && end > whole.to - 1 ? Infinity : end, moment };
}

/** Returns the zoom of a span around an instant, which stays where it is; around the middle if the instant is outside. */
export function zoomAround(span: TrackSpan, factor: number, instant: number): TrackZoom {
  const isInside = isIn(span, instant) && lengthOf(span) > 0;
  const share = isInside ? (instant - span.from) / lengthOf(span) : 0.5;
  return { factor, share, instant: isInside ? instant : (span.from + span.to) / 2 };
}
