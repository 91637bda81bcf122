import { expect, it } from 'vitest';
import { instant, z } from '#contract/schema';
import { isTolerable, readTolerant } from '#streams/parse/readTolerant';

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
  ['a bad row with a bad item', { total: 2, results: [{ id: 1, tags: [{}] }, good] }, { total: 2, results: [good] }, 1],
  [
    'a bad entry of a dictionary',
    { total: 0, results: [], byName: { a: { size: 1 }, b: { size: '2' }, c: null } },
    { total: 0, results: [], byName: { a: { size: 1 } } },
    2,
  ],
  ['too short a place', { total: 1, results: [{ id: 'a', place: [1] }, good] }, { total: 1, results: [{ id: 'a' }, good] }, 1],
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

const person = z.object({
  email: z.string(),
  status: z.string(),
  created: instant,
  enabled: z.nullish(z.boolean()),
  level: z.enum(['a', 'b']),
});
const people = z.object({ result: z.array(person) });
const whole = { email: 'an@x.be', status: 'ACTIVE', created: '2026-03-04T13:05:00Z', enabled: true, level: 'a' };

it.each<readonly [string, object, object | null]>([
  ['a text and an instant of null', { status: null, created: null }, { status: '', created: '' }],
  ['a text that is a number, an instant without a zone', { status: 4, created: '2026-03-04 13:05' }, { status: '', created: '' }],
  ['a word where yes or no may be missing', { enabled: 'maybe' }, { enabled: undefined }],
  ['no key', { email: null }, null],
  ['what nothing stands in for', { level: null }, null],
])('[FIELD1] a row with %s needs only its key', (_, fields, read) => {
  const reading = readTolerant(people, { result: [{ ...whole, ...fields }, whole] });
  const unreadCount = read === null ? 1 : Object.keys(fields).length;
  expect(reading).toEqual({ value: { result: read === null ? [whole] : [{ ...whole, ...read }, whole] }, unreadCount });
  expect(reading !== null && isTolerable(people, reading.value)).toBe(true);
});

it('[FIELD1] a push is read field by field, too', () => {
  const push = z.object({ type: z.literal('note'), serial: z.string(), text: z.string(), at: instant });
  expect(readTolerant(push, { type: 'note', serial: 'LF-01', text: null, at: 0 }, { isRow: true })).toEqual({
    value: { type: 'note', serial: 'LF-01', text: '', at: '' },
    unreadCount: 2,
  });
  expect(readTolerant(push, { type: 'note', serial: null, text: '', at: 0 }, { isRow: true })).toBeNull();
});
