/** The part that a track shows of a recording or of a day: its length, where it stays, and how it is zoomed. */

import { DAY_MS, HOUR_MS, type TimeSpan } from '../text/timeUnits.ts';

/** The longest span that is shown by the hour, in ms: 16 days have 384 of them. */
export const LONGEST_BY_HOUR_MS = 16 * DAY_MS;

/** How far back a track can be zoomed out, in ms. */
export const REACH_MS = 366 * DAY_MS;

/** The shortest part that can be zoomed to, in ms. */
export const SHORTEST_MS = 10_000;

/** The part of the whole that a track shows. */
export interface TrackView {
  /** In ms; Infinity for the whole. */
  readonly lengthMs: number;
  /** In ms since epoch; Infinity if it ends with the whole, also while that grows. */
  readonly end: number;
  /** The moment for which the view was chosen, in ms since epoch, null for now: the view stays until another one is shown, even if it does not contain this one. */
  readonly moment: number | null;
  /** Whether it was zoomed out of the whole, into what is known around it. */
  readonly isWide?: boolean;
}

/** The spans that a track can show: the whole recording or day, and the span around it to which it zooms out; equal if nothing around it is known. */
export interface TrackReach {
  readonly whole: TimeSpan;
  readonly around: TimeSpan;
}

/** A zoom: by how much the length changes (below 1 shows less), and which instant is at which share of the track afterwards. */
export interface TrackZoom {
  readonly factor: number;
  readonly instant: number;
  /** From 0, the begin of the track, to 1, its end. */
  readonly share: number;
}

const limited = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
const lengthOf = ({ from, to }: TimeSpan): number => Math.max(0, to - from);
const isIn = ({ from, to }: TimeSpan, at: number): boolean => at >= from && at <= to;
const endIn = (whole: TimeSpan, length: number, end: number): number => limited(end, whole.from + length, whole.to);
const lengthIn = (whole: TimeSpan, length: number): number => limited(length, Math.min(SHORTEST_MS, lengthOf(whole)), lengthOf(whole));

/** Returns the span of a view, within the whole. A whole that ends before it begins, by a wrong clock, is an empty span at its begin. */
export function spanOfView({ lengthMs, end }: TrackView, whole: TimeSpan): TimeSpan {
  const length = lengthIn(whole, lengthMs);
  const to = endIn(whole, length, end);
  return { from: to - length, to };
}

/**
 * Returns the view while a moment (null: now) is shown: it ends now when the past is left, stays while it contains the moment, and otherwise has the moment in
 * its middle. The same object while it stays.
 */
export function viewAt(view: TrackView, whole: TimeSpan, moment: number | null): TrackView {
  if (moment === view.moment) return view;
  if (moment === null) return { ...view, end: Infinity, moment };
  const span = spanOfView(view, whole);
  if (!isIn(span, moment)) return { ...view, end: endIn(whole, lengthOf(span), moment + lengthOf(span) / 2), moment };
  // Not changed with each moment of a playback.
  return view.moment !== null && view.end !== Infinity && isIn(span, view.moment) ? view : { ...view, end: span.to, moment };
}

/** Returns what limits a view. */
export const limitsOf = ({ isWide }: TrackView, { whole, around }: TrackReach): TimeSpan => (isWide === true ? around : whole);

/**
 * Returns a view after a zoom, limited to what can be zoomed out to and to `SHORTEST_MS`; one that lies within the whole belongs to it again. Live, one that reaches
 * now goes on ending now.
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

/** Returns where a track can be zoomed out to: a year before now, from the begin of a day (UTC), so that everybody asks for the same. */
export const reachBefore = (now: number): TimeSpan => ({ from: Math.floor(now / DAY_MS) * DAY_MS - REACH_MS, to: now });

/** The step by which a long span is shown, in ms: null where its events are. */
export const overviewStep = ({ from, to }: TimeSpan): number | null =>
  to - from <= DAY_MS ? null : to - from <= LONGEST_BY_HOUR_MS ? HOUR_MS : DAY_MS;

/** Returns the parts of a span of which nothing is held: the steps before `until` that are not in the density. */
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
