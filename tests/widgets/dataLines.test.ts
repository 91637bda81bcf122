import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dataLines } from '#widgets/dataLines';

const read = (data: object) =>
  dataLines(data).map(({ depth, name, text }) => `${'  '.repeat(depth)}${name}:${text === undefined ? '' : ` ${text}`}`);

it('[DEV-120] data reads as lines: names as the device wrote them, what is inside below', () => {
  const data = {
    error_code: '0x05000001',
    speed: 0.5,
    is_docked: false,
    none: null,
    wheel: { left: { amps: 3 }, right: {} },
    lanes: [4, 5, 6],
    jobs: [{ lane: 4 }, 'end'],
    empty: [],
  };
  expect(read(data)).toEqual([
    'error_code: 0x05000001',
    'speed: 0.5',
    'is_docked: false',
    'none: null',
    'wheel:',
    '  left:',
    '    amps: 3',
    '  right: {}',
    'lanes: 4, 5, 6',
    'jobs:',
    '  0:',
    '    lane: 4',
    '  1: end',
    'empty: []',
  ]);
});

it('[DEV-120] nothing is too odd or too deep to be read', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  expect(dataLines(deep)).toHaveLength(33);
  expect(dataLines(deep).at(-1)?.text).toBe('…');
  expect(read({ constructor: 'x', toString: 1, __proto__: { a: 1 } })).toEqual(['constructor: x', 'toString: 1']);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      expect(dataLines(data).length).toBeGreaterThanOrEqual(Object.keys(data).length);
    }),
  );
});
