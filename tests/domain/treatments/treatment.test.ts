import { treatmentLink } from '#domain/addresses';
import { expect, it } from 'vitest';
import { noRecoveryReasons, rowsNotTreated, treatmentIdOf } from '#domain/treatments/treatment';

const eventWith = (no_recovery_reason: unknown) => ({ data: { no_recovery_reason } });

it.each([
  ['no events', [], []],
  ['events that are missing', undefined, []],
  ['events that are null', null, []],
  ['events without data', [{}, { data: null }, { data: {} }], []],
  ['one reason', [eventWith('battery low')], ['battery low']],
  [
    'the same twice, and another',
    [eventWith('lane blocked'), eventWith('battery low'), eventWith('lane blocked')],
    ['lane blocked', 'battery low'],
  ],
  ['no text', [eventWith(''), eventWith('  '), eventWith(7), eventWith(null), eventWith({ a: 1 }), eventWith(['x'])], []],
] as const)('[OPEN-115] reasons for no recovery of %s', (_name, events, reasons) => {
  expect(noRecoveryReasons(events)).toEqual(reasons);
});

it.each([
  [{ total_asked: 12, total_treated: 10 }, 2],
  [{ total_asked: 12, total_treated: 12 }, 0],
  [{ total_asked: 3, total_treated: 5 }, 0],
  [{ total_asked: 0, total_treated: 0 }, 0],
  [{ total_asked: 3 }, undefined],
  [{ total_treated: 3 }, undefined],
  [{ total_asked: null, total_treated: null }, undefined],
  [null, undefined],
  [undefined, undefined],
])('[OPEN-114] [GAP-68] rows not treated of %j are %s', (stats, rows) => {
  expect(rowsNotTreated(stats)).toBe(rows);
});

it.each([
  ['65f0-1a', '/treatments/detail?treatment_id=65f0-1a'],
  ['a&b=c#d/../e', '/treatments/detail?treatment_id=a%26b%3Dc%23d%2F..%2Fe'],
])('[DEV-160] the address of treatment %s', (id, address) => {
  expect(treatmentLink(id)).toBe(address);
});

it.each([
  ['65f0-1a', '65f0-1a'],
  [' 65f0-1a\n', '65f0-1a'],
  ['a/../b', 'a/../b'],
  [null, null],
  ['', null],
  ['  ', null],
  ['.', null],
  ['..', null],
  ['a\0b', null],
  ['x'.repeat(201), null],
])('[TRT-015] [TRT-030] %j asks for the treatment %j', (input, id) => {
  expect(treatmentIdOf(input)).toBe(id);
});
