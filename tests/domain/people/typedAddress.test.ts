import { expect, it } from 'vitest';
import { typedAddress, typedCode } from '#domain/people/typedAddress';

it.each([
  ['an@example.org', 'an@example.org'],
  ['  An@Example.ORG ', 'an@example.org'],
  ['An Peeters <An@Example.org>', 'an@example.org'],
  ['"Peeters, An" <an@example.org> ', 'an@example.org'],
  ['<an@example.org>', 'an@example.org'],
  ['mailto:an@example.org', 'an@example.org'],
  ['An <mailto:an@example.org>', 'an@example.org'],
  ['', ''],
])('[TYPED1] the address of %j is %j', (typed, address) => {
  expect(typedAddress(typed)).toBe(address);
});

it.each([
  ['246 153', '246153'],
  ['246-153', '246153'],
  [' 246153\n', '246153'],
  ['no', ''],
])('[TYPED1] the code of %j is %j', (typed, code) => {
  expect(typedCode(typed)).toBe(code);
});
