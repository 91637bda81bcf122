/** The view of a track, i.e. the shown part of a recording or of a day: its length, its position, and its zoom. */

import { DAY_MS, HOUR_MS, type TimeSpan } from '../text/timeUnits.ts';

/** Maximum span that is shown by the hour, in ms: 16 days have 384 hours. */
export const LONGEST_BY_HOUR_MS = 16 * DAY_MS;

/** Time, in ms, by which a track can be zoomed out into the past. */
export const REACH_MS = 366 * DAY_MS;

/** Minimum length of a view, in ms. */
export const SHORTEST_MS = 10_000;

/** The part of the whole that a track shows. */
export interface TrackView {
  /** In ms; Infinity for the whole. */
  readonly lengthMs: number;
  /** In ms since epoch; Infinity if the view follows the end of the whole, even while the whole grows. */
  readonly end: number;
  /**
   * The moment that was shown when the view was chosen, in ms since epoch, null for now: the view stays until another moment is shown, even if it does not
   * contain this moment.
   */
  readonly moment: number | null;
  /** Whether the view was zoomed out beyond the whole, into the known time around it. */
  readonly isWide?: boolean;
}

/** The spans that a track can show: the whole recording or day, and the span around it to which it zooms out; equal if nothing around it is known. */
export interface TrackReach {
  readonly whole: TimeSpan;
  readonly around: TimeSpan;
}

/** A zoom: the factor of the length (below 1 shows less), and the instant that is at `share` of the track afterwards. */
export interface TrackZoom {
  readonly factor: number;
  readonly instant: number;
  /** Position on the track, from 0 (its start) to 1 (its end). */
  readonly share: number;
}

const limited = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
const lengthOf = ({ from, to }: TimeSpan): number => Math.max(0, to - from);
const isIn = ({ from, to }: TimeSpan, at: number): boolean => at >= from && at <= to;
const endIn = (whole: TimeSpan, length: number, end: number): number => limited(end, whole.from + length, whole.to);
const lengthIn = (whole: TimeSpan, length: number): number => limited(length, Math.min(SHORTEST_MS, lengthOf(whole)), lengthOf(whole));

/** Returns the span of a view, within the whole. A whole that ends before it starts, because of a wrong clock, is an empty span at its start. */
export function spanOfView({ lengthMs, end }: TrackView, whole: TimeSpan): TimeSpan {
  const length = lengthIn(whole, lengthMs);
  const to = endIn(whole, length, end);
  return { from: to - length, to };
}

/**
 * Returns the view while a moment (null: now) is shown: it ends now when the past is left, stays while it contains the moment, and otherwise has the moment in
 * its middle. Returns the same object while the view stays.
 */
export function viewAt(view: TrackView, whole: TimeSpan, moment: number | null): TrackView {
  if (moment === view.moment) return view;
  if (moment === null) return { ...view, end: Infinity, moment };
  const span = spanOfView(view, whole);
  if (!isIn(span, moment)) return { ...view, end: endIn(whole, lengthOf(span), moment + lengthOf(span) / 2), moment };
  // The view stays the same object while a playback moves through it.
  return view.moment !== null && view.end !== Infinity && isIn(span, view.moment) ? view : { ...view, end: span.to, moment };
}

/** Returns the span that limits a view. */
export const limitsOf = ({ isWide }: TrackView, { whole, around }: TrackReach): TimeSpan => (isWide === true ? around : whole);

/**
 * Returns a view after a zoom, limited to the time that can be shown and to `SHORTEST_MS`; a view that fits into the whole is limited to it again. While live,
 * a view that reaches now continues to end now.
 */
export function zoomedView(view: TrackView, reach: TrackReach, moment: number | null, { factor, instant, share }: TrackZoom): TrackView {
  const { whole, around } = reach;
  const hasMore = lengthOf(around) > lengthOf(whole);
  const length = lengthIn(around, lengthOf(spanOfView(view, limitsOf(view, reach))) * factor);
  if (!hasMore && length >= lengthOf(whole)) return { lengthMs: Infinity, end: Infinity, moment };
  const isWhole = length <= lengthOf(whole) && instant >= whole.from && instant <= whole.to;
  const limits = isWhole ? whole : around;
  const end = Math.round(endIn(limits, length, instant + (1 - share) * length));
  return {
    lengthMs: length,
    end: moment === null && end > limits.to - 1 ? Infinity : end,
    moment,
    ...(isWhole ? {} : { isWide: true }),
  };
}

/** Returns the longest span that a track can show: a year up to now, from the start of a day (UTC), so that all users request the same span. */
export const reachBefore = (now: number): TimeSpan => ({ from: Math.floor(now / DAY_MS) * DAY_MS - REACH_MS, to: now });

/** Returns the step, in ms, by which a long span is summarised; null for a span short enough (a day) to show its single events. */
export const overviewStep = ({ from, to }: TimeSpan): number | null =>
  to - from <= DAY_MS ? null : to - from <= LONGEST_BY_HOUR_MS ? HOUR_MS : DAY_MS;

/** Returns the parts of a span for which nothing is held: the steps before `until` that are not in the density. */
export function unheldSpans(
  density: ReadonlyMap<number, number>,
  stepMs: number,
  { from, to }: TimeSpan,
  until: number,
): readonly TimeSpan[] {
  const found: { from: number; to: number }[] = [];
  const end = Math.min(to, until);
  for (let at = Math.floor(from / stepMs) * stepMs; at < end; at += stepMs) {
    if (density.has(at)) continue;
    const last = found.at(-1);
    if (last !== undefined && last.to >= at) last.to = Math.min(end, at + stepMs);
    else found.push({ from: Math.max(from, at), to: Math.min(end, at + stepMs) });
  }
  return found;
}

/** Returns the zoom of a span around an instant, which stays where it is; around the middle if the instant is outside. */
export function zoomAround(span: TimeSpan, factor: number, instant: number): TrackZoom {
  const isInside = isIn(span, instant) && lengthOf(span) > 0;
  const share = isInside ? (instant - span.from) / lengthOf(span) : 0.5;
  return { factor, share, instant: isInside ? instant : (span.from + span.to) / 2 };
}
