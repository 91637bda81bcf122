import { expect, it } from 'vitest';
import { MOST_COUNTED, usedText } from '#domain/text/usedText';

const uses = (devices: number, treatments: number, incidents = 0) => [
  { count: devices, one: 'device', many: 'devices' },
  { count: treatments, one: 'treatment', many: 'treatments' },
  { count: incidents, one: 'incident', many: 'incidents' },
];

it.each([
  [uses(2, 14), 'Kas 1 is used by 2 devices and 14 treatments.'],
  [uses(0, 1), 'Kas 1 is used by 1 treatment.'],
  [uses(1, 2, 3), 'Kas 1 is used by 1 device, 2 treatments and 3 incidents.'],
  [uses(0, MOST_COUNTED), 'Kas 1 is used by 1 000 treatments.'],
  [uses(0, MOST_COUNTED + 1), 'Kas 1 is used by more than 1 000 treatments.'],
  [uses(0, 0), undefined],
  [[], undefined],
])('[REMOVE1] %j: %s', (given, text) => {
  expect(usedText('Kas 1', given)).toBe(text);
});

it('[REMOVE1] a reader who may not know of the others sees only the kinds', () => {
  expect(usedText('0x01', uses(0, 14, 2), { isCounted: false })).toBe('0x01 is used by treatments and incidents.');
  expect(usedText('0x01', uses(0, 0), { isCounted: false })).toBeUndefined();
});

const named = (...names: string[]) => ({ count: names.length, one: 'greenhouse', many: 'greenhouses', names: names.slice(0, 3) });
it.each([
  [[named('Kas 1')], 'Linde Een is used by greenhouse Kas 1.'],
  [[named('Kas 1', 'Kas 2'), ...uses(0, 12)], 'Linde Een is used by greenhouses Kas 1 and Kas 2 and 12 treatments.'],
  [[named('A', 'B', 'C')], 'Linde Een is used by greenhouses A, B, C.'],
  [[named('A', 'B', 'C', 'D')], 'Linde Een is used by 4 greenhouses.'],
])('[REMOVE1] places are called by name while there are few: %j', (given, text) => {
  expect(usedText('Linde Een', given)).toBe(text);
});

it('[ARCHIVE1] present uses have other words than the history', () => {
  expect(usedText('Kas 1', uses(1, 0), { still: true })).toBe('Kas 1 is still used by 1 device.');
});
