import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorCodeParts } from '#domain/errorCodes/errorCode';

const codesOf = (text: string) => errorCodeParts(text).flatMap((part) => (part.isCode ? [part.text] : []));

it.each([
  ['0x05000001', ['0x05000001']],
  ['0x0A01ffFF', ['0x0A01ffFF']],
  ['0x1A', ['0x1A']],
  ['0x00000000', []],
  ['stopped by 0x05000001, then 0x03000117.', ['0x05000001', '0x03000117']],
  ['(0x05000001)', ['0x05000001']],
  ['none: 0x00000000, one: 0x00000001', ['0x00000001']],
  ['0x0500000 and 0x050000011 have not 8 digits', []],
  ['a0x05000001 and 0x05000001z stand inside words', []],
  ['5000001', []],
  ['', []],
])('[GAP-87] [RULE-061] [RULE-062] [RULE-063] the codes of %j are %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes);
});

it('[GAP-87] the text between the codes stays unchanged', () => {
  expect(errorCodeParts('by 0x05000001!')).toEqual([
    { text: 'by ', isCode: false },
    { text: '0x05000001', isCode: true },
    { text: '!', isCode: false },
  ]);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(
        errorCodeParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

it('[GAP-87] a long text without a code is one part', () => {
  expect(errorCodeParts(`0x${'f'.repeat(60_000)}`)).toHaveLength(1);
});
