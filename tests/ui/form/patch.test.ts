import { expect, it } from 'vitest';
import { firstProblem, isSameValue, patchOf, withoutEmpty } from '#ui/form/patch';

it.each([
  [{ name: 'A', owner: '1' }, { name: 'A', owner: '1' }, {}],
  [{ name: 'A', owner: '1' }, { name: 'B', owner: '1' }, { name: 'B' }],
  [
    { name: 'A', owner: '1' },
    { name: '', owner: '2' },
    { name: '', owner: '2' },
  ],
])('[FORM1] the patch from %j to %j holds the changed fields alone', (stored, draft, patch) => {
  expect(patchOf(stored, draft)).toEqual(patch);
});

it.each([
  ['a', 'a', true],
  ['', undefined, false],
  [null, undefined, false],
  [['a', 'b'], ['a', 'b'], true],
  [{ en: 'x' }, { en: 'y' }, false],
  [Number.NaN, Number.NaN, true],
])('[FORM1] %j and %j: the same is %s', (one, other, same) => {
  expect(isSameValue(one, other)).toBe(same);
});

it('[LOC-023] a patch without its empty texts keeps the others, also false and zero', () => {
  expect(withoutEmpty({ name: '', client_name: 'x', count: 0, on: false })).toEqual({ client_name: 'x', count: 0, on: false });
});

it('[FORM2] the first problem is the one of the first field that has one', () => {
  expect(firstProblem<{ a: string; b: string }>({ a: undefined, b: 'B is wrong.' })).toBe('B is wrong.');
  expect(firstProblem({})).toBeUndefined();
});
