import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dataLines } from '#widgets/dataLines';

const read = (data: object) =>
  dataLines(data).map(({ depth, name, text }) => `${'  '.repeat(depth)}${name}:${text === undefined ? '' : ` ${text}`}`);

it('[DEV-120] [LABEL1] data reads as lines: names and words by the label table, what is inside below', () => {
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
    'Error code: 0x05000001',
    'Speed: 0.5',
    'Is docked: No',
    'None: -',
    'Wheel:',
    '  Left:',
    '    Amps: 3',
    '  Right: -',
    'Lanes: 4, 5, 6',
    'Jobs:',
    '  0:',
    '    Lane: 4',
    '  1: end',
    'Empty: -',
  ]);
});

it('[DEV-120] nothing is too odd or too deep to be read', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  expect(dataLines(deep)).toHaveLength(33);
  expect(dataLines(deep).at(-1)?.text).toBe('…');
  expect(read({ constructor: 'x', toString: 1, __proto__: { a: 1 } })).toEqual(['Constructor: x', 'ToString: 1']);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      expect(dataLines(data).length).toBeGreaterThanOrEqual(Object.keys(data).length);
    }),
  );
});
