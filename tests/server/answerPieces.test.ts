import { anything, assert, property } from 'fast-check';
import { expect, it } from 'vitest';
import { answerPieces, isFew } from '#server/platform/http/answerPieces';

it('[LOOP1] an answer in pieces is the text that it would be at once, whatever it holds', () => {
  assert(
    property(anything({ withDate: true, withNullPrototype: true, withSparseArray: true }), (value) => {
      const whole = JSON.stringify({ value }) ?? 'null';
      expect([...answerPieces({ value })].join('')).toBe(whole);
      // The same with many neighbours, so that it is not formatted at once.
      const many = { result: Array.from({ length: 600 }, () => value), more: { value } };
      expect([...answerPieces(many)].join('')).toBe(JSON.stringify(many));
      expect([...answerPieces(many, 'indented')].join('')).toBe(JSON.stringify(many, null, 2));
    }),
    { numRuns: 60 },
  );
});

it.each<readonly [string, unknown]>([
  ['list', { result: Array.from({ length: 50_000 }, (_, id) => ({ id, name: `Device ${id}`, tags: ['a', 'b'] })) }],
  ['record', { result: Object.fromEntries(Array.from({ length: 50_000 }, (_, id) => [`LF-${id}`, { state: { id } }])) }],
  ['list in a list', { layers: [[Array.from({ length: 200_000 }, (_, id) => [id, id / 2])]] }],
  ['record of lists', { codes: { a: Array.from({ length: 100_000 }, (_, id) => `incident-${id}`) } }],
  ['list of long texts', { result: Array.from({ length: 200 }, (_, id) => ({ id, text: 'x'.repeat(60_000) })) }],
])('[LOOP1] no piece of a long %s is longer than what is formatted in one turn', (_, answer) => {
  expect(isFew(answer)).toBe(false);
  const pieces = [...answerPieces(answer)];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(131_072);
  expect(pieces.join('')).toBe(JSON.stringify(answer));
});
