import { expect, it } from 'vitest';
import { clockText, tickText } from '#domain/text/dates';
import {
  limitsOf,
  overviewStep,
  SHORTEST_MS,
  spanOfView,
  unheldSpans,
  viewAt,
  zoomAround,
  zoomedView,
  type TrackView,
} from '#domain/history/trackSpan';

const MINUTE = 60_000;
const whole = { from: 0, to: 60 * MINUTE };
const everything: TrackView = { lengthMs: Infinity, end: Infinity, moment: null };
const live = (lengthMs: number, end = Infinity): TrackView => ({ lengthMs, end, moment: null });

it.each([
  ['everything', everything, whole, [0, 60]],
  ['the last quarter', live(15 * MINUTE), whole, [45, 60]],
  ['held before now', live(10 * MINUTE, 30 * MINUTE), whole, [20, 30]],
  ['held before the begin of what is left', live(10 * MINUTE, 5 * MINUTE), whole, [0, 10]],
  ['held after the end', live(10 * MINUTE, 70 * MINUTE), whole, [50, 60]],
  ['longer than the whole', live(90 * MINUTE), whole, [0, 60]],
  ['of nothing', everything, { from: 5, to: 5 }, [5 / MINUTE, 5 / MINUTE]],
  ['of a clock that was put back', live(15 * MINUTE), { from: 60 * MINUTE, to: 30 * MINUTE }, [60, 60]],
  ['shorter than the shortest', live(1), whole, [60 - SHORTEST_MS / MINUTE, 60]],
  ['of less than the shortest', live(1), { from: 0, to: 4_000 }, [0, 4_000 / MINUTE]],
])('[PAST21] [PAST25] the span of a view: %s', (_, view, of, [from, to]) => {
  const span = spanOfView(view, of);
  expect([span.from / MINUTE, span.to / MINUTE]).toEqual([from, to]);
});

it.each([
  ['around the middle', 0.5, 0.5, 30, [15, 45]],
  ['at the begin', 0.5, 0, 0, [0, 30]],
  ['at the end', 0.5, 1, 60, [30, 60]],
  ['a quarter from the begin', 0.1, 0.25, 15, [13.5, 19.5]],
  ['further than the shortest', 1e-9, 0.5, 30, [30 - 5 / 60, 30 + 5 / 60]],
  ['out of the whole', 4, 0.5, 30, [0, 60]],
  ['at two fingers that moved', 0.5, 0.75, 30, [7.5, 37.5]],
  ['at two fingers that moved beyond the begin', 0.5, 1, 15, [0, 30]],
  ['at two fingers that moved beyond the end', 0.5, 0, 45, [30, 60]],
])('[PAST25] a zoom of the whole, %s', (_, factor, share, minute, [from, to]) => {
  const view = zoomedView(everything, { whole, around: whole }, null, { factor, share, instant: minute * MINUTE });
  const span = spanOfView(view, whole);
  expect(span.from / MINUTE).toBeCloseTo(from ?? NaN, 4);
  expect(span.to / MINUTE).toBeCloseTo(to ?? NaN, 4);
});

it('[PAST25] zoomed in and out around one instant it is where it was, and at the edge the span stays in the whole', () => {
  const zoomed = [0.5, 0.5, 0.3, 1 / 0.3].reduce(
    (view, factor) => zoomedView(view, { whole, around: whole }, null, zoomAround(spanOfView(view, whole), factor, 20 * MINUTE)),
    everything,
  );
  const { from, to } = spanOfView(zoomed, whole);
  expect((20 * MINUTE - from) / (to - from)).toBeCloseTo(1 / 3, 4);
  expect(to - from).toBeCloseTo(15 * MINUTE, -1);
  const out = zoomedView(zoomed, { whole, around: whole }, null, zoomAround({ from, to }, 3, to));
  expect(spanOfView(out, whole).from).toBe(0);
});

it('[PAST25] live, a zoom that reaches now goes on ending now; one before it stays; the whole grows', () => {
  const later = { from: 0, to: 62 * MINUTE };
  const atNow = zoomedView(everything, { whole, around: whole }, null, zoomAround(whole, 0.5, whole.to));
  expect(spanOfView(atNow, later)).toEqual({ from: 32 * MINUTE, to: 62 * MINUTE });
  const before = zoomedView(everything, { whole, around: whole }, null, zoomAround(whole, 0.5, 30 * MINUTE));
  expect(spanOfView(before, later)).toEqual({ from: 15 * MINUTE, to: 45 * MINUTE });
  const out = zoomedView(before, { whole, around: whole }, null, zoomAround(whole, 9, 30 * MINUTE));
  expect(spanOfView(out, later)).toEqual(later);
});

it('[PAST25] in the past a zoom that reaches the end does not move on with it', () => {
  const view = zoomedView(everything, { whole, around: whole }, 50 * MINUTE, zoomAround(whole, 0.5, whole.to));
  expect(spanOfView(view, { from: 0, to: 62 * MINUTE })).toEqual({ from: 30 * MINUTE, to: 60 * MINUTE });
});

const zoomed: TrackView = { lengthMs: 10 * MINUTE, end: 30 * MINUTE, moment: 55 * MINUTE };
it.each([
  ['the moment it was zoomed at, outside of it', zoomed, 55, [20, 30]],
  ['a moment in it', zoomed, 21, [20, 30]],
  ['another moment outside of it', zoomed, 54, [49, 59]],
  ['a moment near the begin', zoomed, 1, [0, 10]],
  ['a moment near the end', zoomed, 59, [50, 60]],
  ['now', zoomed, null, [50, 60]],
  ['now, zoomed at now', { ...zoomed, moment: null }, null, [20, 30]],
  ['a moment in it, zoomed at now', { ...zoomed, moment: null }, 30, [20, 30]],
])('[PAST21] [PAST25] a view at %s', (_, view, minute, [from, to]) => {
  const span = spanOfView(viewAt(view, whole, minute === null ? null : minute * MINUTE), whole);
  expect([span.from / MINUTE, span.to / MINUTE]).toEqual([from, to]);
});

it('[PAST25] while a playback is in the span the view is the same object, and back at now it ends now', () => {
  const entered = viewAt(live(10 * MINUTE), whole, 55 * MINUTE);
  expect(viewAt(entered, whole, 56 * MINUTE)).toBe(entered);
  expect(spanOfView(entered, { from: 0, to: 62 * MINUTE })).toEqual({ from: 50 * MINUTE, to: 60 * MINUTE });
  const left = viewAt(viewAt(zoomed, whole, 21 * MINUTE), whole, null);
  expect(left).toEqual(live(10 * MINUTE));
  // A view that was zoomed at a moment outside of it follows the moment once another one was shown.
  const inside = viewAt(zoomed, whole, 25 * MINUTE);
  expect(spanOfView(viewAt(inside, whole, 55 * MINUTE), whole)).toEqual({ from: 50 * MINUTE, to: 60 * MINUTE });
});

it.each([
  [60_000, '14:05:09'],
  [59_999, '14:05:09.5'],
])('[PAST25] the times below a track of %d ms', (lengthMs, text) => {
  expect(clockText(Date.parse('2026-03-04T13:05:09.480Z'), lengthMs)).toBe(text);
});

it('[PAST25] a tenth that is rounded up is of the next second', () => {
  expect(clockText(Date.parse('2026-03-04T13:59:59.960Z'), 10_000)).toBe('15:00:00.0');
});

const DAY = 24 * 60 * MINUTE;
const reach = { whole, around: { from: -365 * DAY, to: 60 * MINUTE } };
const zoomOut = (view: TrackView, factor: number, minute: number, moment: number | null = null) =>
  zoomedView(view, reach, moment, zoomAround(spanOfView(view, limitsOf(view, reach)), factor, minute * MINUTE));

it('[PAST28] a zoom goes on out of the recording to all that is around it, and back into it', () => {
  const day = zoomOut(everything, 24, 60);
  expect(day).toEqual({ lengthMs: DAY, end: Infinity, moment: null, isWide: true });
  expect(spanOfView(day, limitsOf(day, reach))).toEqual({ from: 60 * MINUTE - DAY, to: 60 * MINUTE });
  const year = zoomOut(day, 1_000, 60);
  expect(spanOfView(year, limitsOf(year, reach))).toEqual(reach.around);
  const back = zoomOut(day, 1 / 48, 60);
  expect(back).toEqual({ lengthMs: 30 * MINUTE, end: Infinity, moment: null });
  // Around an instant before the recording it stays outside of it, whatever its length.
  const earlier = zoomOut(day, 1 / 48, -600, -600 * MINUTE);
  expect(earlier.isWide).toBe(true);
  expect(spanOfView(earlier, limitsOf(earlier, reach)).to).toBeLessThan(0);
});

it('[PAST28] what was under the pointer of a zoom beyond the recording stays under it', () => {
  const view = zoomOut(zoomOut(everything, 24 * 40, 60), 1 / 4, -20 * 24 * 60);
  const before = spanOfView(view, limitsOf(view, reach));
  const at = before.from + 0.3 * (before.to - before.from);
  const after = zoomedView(view, reach, null, { factor: 0.5, instant: at, share: 0.3 });
  const span = spanOfView(after, limitsOf(after, reach));
  expect(span.from + 0.3 * (span.to - span.from)).toBeCloseTo(at, -1);
});

it.each([
  [DAY, null],
  [DAY + 1, 60 * MINUTE],
  [16 * DAY, 60 * MINUTE],
  [16 * DAY + 1, DAY],
  [366 * DAY, DAY],
])('[PAST28] a span of %d ms is shown by %s ms, in at most 400 steps', (length, step) => {
  expect(overviewStep({ from: 0, to: length })).toBe(step);
  if (step !== null) expect(length / step).toBeLessThanOrEqual(400);
});

it.each([
  [
    'a gap',
    [0, 1, 4],
    [0, 6],
    6,
    [
      [2, 4],
      [5, 6],
    ],
  ],
  ['what is before the first', [3], [0, 4], 4, [[0, 3]]],
  ['nothing of what is to come', [0], [0, 10], 3, [[1, 3]]],
  ['a part of a step', [1], [0.5, 2], 10, [[0.5, 1]]],
  ['everything', [0, 1], [0, 2], 2, []],
  ['an empty span', [], [3, 3], 9, []],
] as const)('[PAST29] not held: %s', (_, held, [from, to], until, expected) => {
  const density = new Map(held.map((hour) => [hour * 60 * MINUTE, 1]));
  const hours = (value: number) => value * 60 * MINUTE;
  const found = unheldSpans(density, hours(1), { from: hours(from), to: hours(to) }, hours(until));
  expect(found.map((part) => [part.from / hours(1), part.to / hours(1)])).toEqual(expected);
});

it.each([
  [DAY, '14:05:09'],
  [DAY + 60 * MINUTE, '14:05:09'],
  [7 * DAY, '04/03/2026, 14:05'],
  [366 * DAY, '04/03/2026'],
])('[PAST28] the times below a track of %d ms, also of a day with 25 hours', (length, text) => {
  expect(tickText(Date.parse('2026-03-04T13:05:09Z'), length)).toBe(text);
});
