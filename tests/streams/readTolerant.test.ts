import { expect, it } from 'vitest';
import { z } from '#contract/schema';
import { readTolerant } from '#streams/parse/readTolerant';

const row = z.object({
  id: z.string(),
  tags: z.nullish(z.array(z.object({ name: z.string() }))),
  place: z.optional(z.array(z.number()).check(z.minLength(2))),
});
const schema = z.object({
  total: z.number(),
  results: z.array(row),
  byName: z.optional(z.record(z.string(), z.object({ size: z.number() }))),
});
const good = { id: 'a' };

it.each<readonly [string, unknown, unknown, number]>([
  ['what fits', { total: 1, results: [good] }, { total: 1, results: [good] }, 0],
  ['one bad row', { total: 2, results: [good, { id: 7 }] }, { total: 2, results: [good] }, 1],
  ['null, a text and a list as rows', { total: 4, results: [null, 'x', [], good] }, { total: 4, results: [good] }, 3],
  ['all rows bad', { total: 2, results: [{}, {}] }, { total: 2, results: [] }, 2],
  [
    'a bad item of a row',
    { total: 1, results: [{ id: 'a', tags: [{ name: 'x' }, { name: 1 }] }] },
    { total: 1, results: [{ id: 'a', tags: [{ name: 'x' }] }] },
    1,
  ],
  ['a bad row with a bad item', { total: 2, results: [{ id: 1, tags: [{}] }, good] }, { total: 2, results: [good] }, 2],
  [
    'a bad entry of a dictionary',
    { total: 0, results: [], byName: { a: { size: 1 }, b: { size: '2' }, c: null } },
    { total: 0, results: [], byName: { a: { size: 1 } } },
    2,
  ],
  ['too short a place', { total: 1, results: [{ id: 'a', place: [1] }, good] }, { total: 1, results: [good] }, 1],
])('[READ1] of %s the rest is read', (_, json, value, unreadCount) => {
  expect(readTolerant(schema, json)).toEqual({ value, unreadCount });
});

it.each([
  ['nothing', undefined],
  ['a text', 'oops'],
  ['a list', []],
  ['no list where one belongs', { total: 1, results: 'none' }],
  ['a wrong field outside every list', { total: '1', results: [good] }],
])('[READ1] %s cannot be read', (_, json) => {
  expect(readTolerant(schema, json)).toBeNull();
});

it('[READ1] reading changes nothing of what was given', () => {
  const json = { total: 2, results: [good, { id: 7 }] };
  readTolerant(schema, json);
  expect(json).toEqual({ total: 2, results: [good, { id: 7 }] });
});

it('[READ1] ten thousand unreadable rows take one more round, not ten thousand', () => {
  let reads = 0;
  const counted = z.pipe(
    z.object({ results: z.array(z.object({ id: z.string() })) }),
    z.transform((value) => {
      reads += 1;
      return value;
    }),
  );
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: at % 2 === 0 ? String(at) : at }));
  expect(readTolerant(counted, { results: rows })?.unreadCount).toBe(5_000);
  expect(reads).toBe(1);
});
