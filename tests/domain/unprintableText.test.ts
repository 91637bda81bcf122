import { expect, it } from 'vitest';
import { byCode } from '#domain/errorCodes/errorCode';
import { unprintableText } from '#domain/errorCodes/unprintableText';

const text = (error_code: string, ...characters: string[]) => ({ error_code, characters });

it.each([
  [{ total: 1, texts: [text('0x0b000001', 'ཀ', 'ཁ')] }, '1 text holds characters that cannot be printed: 0x0b000001 (Tibetan).'],
  [
    { total: 3, texts: [text('0x1', 'ဿ'), text('0x2', '\u202E', '\uE000'), text('0x3', '\u{1FAE8}')] },
    '3 texts hold characters that cannot be printed: 0x1 (Myanmar), 0x2 (U+202E, U+E000), 0x3 (emoji).',
  ],
  [
    { total: 40, texts: ['0x1', '0x2', '0x3', '0x4'].map((code) => text(code, '\u{13000}')) },
    '40 texts hold characters that cannot be printed: 0x1 (Egyptian Hieroglyphs), 0x2 (Egyptian Hieroglyphs), 0x3 (Egyptian Hieroglyphs) and 37 more.',
  ],
])('[FONT3] the sentence about %j', (found, sentence) => {
  expect(unprintableText(found)).toBe(sentence);
});

it('[ERRCODE2] codes are compared as numbers, and what is none comes last', () => {
  const sorted = ['0x0000000a', '0x0000000B', '0x0a010023', '0x0A010024', '0xFFFFFFFF', 'E12', 'E9'];
  expect(sorted.toReversed().toSorted(byCode)).toEqual(sorted);
  expect([byCode('0xA', '0x0000000a'), byCode('0x9', '0x0a')]).toEqual([0, -1]);
});
