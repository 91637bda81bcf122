import { expect, it } from 'vitest';
import { fieldText, isSameName } from '#domain/text/fieldText';
import { foundIn } from '#domain/text/foundIn';

it.each([
  ['Kas Genève', 'geneve', true],
  ['Kas Gene\u0300ve', 'GENÈVE', true],
  ['Kas Genève', 'Gene\u0300ve', true],
  ['Straße ﬁn', 'FIN', true],
  ['Ёлка', 'елка', true],
  ['कि', 'क', true],
  ['कि', 'कु', false],
  ['Kas Genève', ' kas ', true],
  ['Kas Genève', 'genf', false],
])('[FIND1] in "%s" the search "%s" is found: %s', (text, wanted, isFound) => {
  expect(foundIn(text, wanted)).toBe(isFound);
});

it('[FIND1] a name is stored composed, and the same name composed otherwise or in capitals is taken', () => {
  expect(fieldText(' Bre\u0301e ')).toBe('Br\u00E9e');
  expect(isSameName('Bre\u0301e', 'BR\u00C9E')).toBe(true);
  expect(isSameName('Brée', 'Bree')).toBe(false);
});
