import { expect, it } from 'vitest';
import { withKeys } from '#ui/table/withKeys';

const keysOf = (names: readonly string[]) =>
  withKeys(
    names.map((name) => ({ name })),
    ({ name }) => name,
  ).map(({ key }) => key);

it.each<[readonly string[], number]>([
  [['a', 'b'], 2],
  [['a', 'a', 'a'], 3],
  [['', '', 'b'], 3],
  [[], 0],
])('[ANY16] rows %j have %i distinct keys', (names, count) => {
  expect(new Set(keysOf(names)).size).toBe(count);
});

it('[ANY16] a row keeps its key while another one comes before it', () => {
  expect(keysOf(['new', 'a', 'b']).slice(1)).toEqual(keysOf(['a', 'b']));
});
