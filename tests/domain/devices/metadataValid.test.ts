import { expect, it } from 'vitest';
import { metadataValidText } from '#domain/devices/metadataValid';

it.each([
  [true, 'Yes'],
  [false, 'No'],
  [null, 'Not checked'],
  [undefined, 'Not checked'],
])('[METAV1] whether metadata is valid: %s is "%s"', (isValid, text) => {
  expect(metadataValidText(isValid)).toBe(text);
});
