import { dataSizeText } from '#domain/text/dataSize';
import { expect, it } from 'vitest';

it.each<[number | null | undefined, string]>([
  [0, '0 Bytes'],
  [999, '999 Bytes'],
  [1_000, '1 KB'],
  [1_500, '1.5 KB'],
  [999_990, '999.99 KB'],
  [999_999, '1 MB'],
  [1_234_567, '1.23 MB'],
  [1e9, '1 GB'],
  [1_234_567e6, '1 234.57 GB'],
  [null, '-'],
  [undefined, '-'],
  [-1, '-'],
  [Number.NaN, '-'],
])('[RULE-056] [CONST-038] %s bytes read %s', (bytes, text) => {
  expect(dataSizeText(bytes)).toBe(text);
});
