import { expect, it } from 'vitest';
import { typedCode, typedAddress } from '#domain/people/typedAddress';

it.each([
  ['An@Serra.Example', 'an@serra.example'],
  [' an@serra.example ', 'an@serra.example'],
  ['An Verhoeven <An@serra.example>', 'an@serra.example'],
  ['"Verhoeven, An" <an@serra.example>;', 'an@serra.example'],
  ['<an@serra.example>', 'an@serra.example'],
  ['mailto:an@serra.example', 'an@serra.example'],
  ['\u200Ban@serra.example\u00A0', 'an@serra.example'],
  ['an@serra.example,', 'an@serra.example'],
  ['', ''],
  ['nobody', 'nobody'],
])('[TYPED1] the address in %j is %j', (typed, email) => {
  expect(typedAddress(typed)).toBe(email);
  expect(typedAddress(typedAddress(typed))).toBe(email);
});

it.each([
  ['246 153', '246153'],
  ['246-153', '246153'],
  [' 246\u00A0153\n', '246153'],
  ['２４６１５３', '246153'],
  ['code: 246153', '246153'],
  ['', ''],
])('[TYPED1] the code in %j is %j', (typed, code) => {
  expect(typedCode(typed)).toBe(code);
});
