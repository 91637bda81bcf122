import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedSpans, reachedIn } from '#domain/history/markedSpans';

it('[PAST30] what is played is ten seconds before and twenty after each begin and end of a mark; what touches is one span', () => {
  expect(markedSpans([])).toEqual([]);
  expect(markedSpans([{ at: 500_000, to: 900_000 }, { at: 100_000 }, { at: 125_000 }])).toEqual([
    { from: 90_000, to: 145_000 },
    { from: 490_000, to: 520_000 },
    { from: 890_000, to: 920_000 },
  ]);
});

const spans = [
  { from: 100, to: 200 },
  { from: 500, to: 600 },
];
it.each([
  ['inside a span', 120, 30, { at: 150, jumps: 0, isOver: false }],
  ['from the quiet before one', 10, 30, { at: 130, jumps: 1, isOver: false }],
  ['over the quiet between two', 150, 70, { at: 520, jumps: 1, isOver: false }],
  ['at the end of one', 150, 50, { at: 500, jumps: 1, isOver: false }],
  ['to the end of the last', 150, 900, { at: 600, jumps: 1, isOver: true }],
  ['behind the last', 700, 10, { at: 700, jumps: 0, isOver: true }],
  ['no time', 150, 0, { at: 150, jumps: 0, isOver: false }],
  ['back inside a span', 550, -20, { at: 530, jumps: 0, isOver: false }],
  ['back over the quiet', 520, -40, { at: 180, jumps: 1, isOver: false }],
  ['back to the begin of the first', 150, -900, { at: 100, jumps: 0, isOver: true }],
])('[PAST30] playing goes on %s', (_, from, byMs, reached) => {
  expect(reachedIn(spans, from, byMs)).toEqual(reached);
});

it('[PAST30] without a mark playing is over at once', () => {
  expect(reachedIn([], 5, 100)).toEqual({ at: 5, jumps: 0, isOver: true });
});

it('[PAST30] playing comes to instants in the spans alone, and never goes back', () => {
  const instants = fc.array(fc.record({ at: fc.nat(1_000_000) }), { maxLength: 12 });
  fc.assert(
    fc.property(instants, fc.nat(1_000_000), fc.array(fc.nat(100_000), { maxLength: 6 }), (marks, from, times) => {
      const played = markedSpans(marks);
      const reached = times.toSorted((a, b) => a - b).map((byMs) => reachedIn(played, from, byMs));
      const instantsOf = reached.map(({ at }) => at);
      expect(instantsOf).toEqual(instantsOf.toSorted((a, b) => a - b));
      for (const { at, isOver } of reached) expect(isOver || played.some((span) => at >= span.from && at < span.to)).toBe(true);
    }),
  );
});
