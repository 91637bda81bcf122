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
  [uses(0, MOST_COUNTED), 'Kas 1 is used by 1000 treatments.'],
  [uses(0, MOST_COUNTED + 1), 'Kas 1 is used by more than 1,000 treatments.'],
  [uses(0, 0), undefined],
  [[], undefined],
])('[REMOVE1] %j: %s', (given, text) => {
  expect(usedText('Kas 1', given)).toBe(text);
});

it('[REMOVE1] who may not know of the others reads the kinds alone', () => {
  expect(usedText('0x01', uses(0, 14, 2), false)).toBe('0x01 is used by treatments and incidents.');
  expect(usedText('0x01', uses(0, 0), false)).toBeUndefined();
});
