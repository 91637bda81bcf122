import { expect, it } from 'vitest';
import {
  developmentProblem,
  isErrorCodeForm,
  languageRefusal,
  newCodeProblem,
  offeredLanguages,
  savedTexts,
} from '#domain/errorCodes/errorCodeTexts';
import { languageName } from '#domain/text/languageName';

it.each([
  ['0x0000001a', true],
  ['0x0000001A', true],
  ['0XFFFFFFFF', true],
  ['0x1a', false],
  ['0x0000001g', false],
  ['0x0000001a0', false],
  ['0000001a', false],
  [' 0x0000001a', false],
  ['0x0000001a\n', false],
  ['', false],
])('[ERR-015] %j as an error code: %j', (code, is) => {
  expect(isErrorCodeForm(code)).toBe(is);
});

const known = { '0x0A010023': { description: { development: 'can' } } };
it.each([
  ['0x0a010024', undefined],
  ['0x0a010023', 'This error code exists already.'],
  ['0X0A010023', 'This error code exists already.'],
  ['0xa010023', 'An error code is 0x and 8 hexadecimal digits, for example 0x0a010023.'],
  ['', 'An error code is 0x and 8 hexadecimal digits, for example 0x0a010023.'],
])('[ERR-005] [ERR-015] [OPEN-44] adding %j: %s', (code, problem) => {
  expect(newCodeProblem(code, known)).toBe(problem);
});

it.each([
  [{ development: 'x' }, undefined],
  [{ development: ' ', en: 'x' }, 'Development text cannot be empty.'],
  [{ en: 'x' }, 'Development text cannot be empty.'],
])('[ERR-008] the development text of %j: %s', (texts, problem) => {
  expect(developmentProblem(texts)).toBe(problem);
});

it('[ERR-009] texts are saved without blanks around them; a language without text is none', () => {
  expect(savedTexts({ development: ' a\nb ', en: ' ', ' pl ': 'c' })).toEqual({ development: 'a\nb', pl: 'c' });
});

it.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['nl', 'duplicate'],
  [' NL ', 'duplicate'],
  ['development', 'duplicate'],
  ['__proto__', 'duplicate'],
  ['constructor', null],
  ['pl', null],
  ['Vlaams', null],
] as const)('[ERR-011] [ERR-012] [GAP-93] the language %j is refused: %s', (language, reason) => {
  expect(languageRefusal(language, { development: 'x', nl: 'y' })).toBe(reason);
});

it('[ERR-010] the languages of the catalogue are offered first, each once', () => {
  expect(offeredLanguages(['nl', 'pl'])).toEqual(['nl', 'pl', 'en', 'fr', 'de', 'es']);
});

it.each([
  ['nl', 'Dutch (nl)'],
  ['zz', 'zz'],
  ['Klare taal', 'Klare taal'],
  ['', ''],
])('[ERR-009] the language %j is called %j', (language, name) => {
  expect(languageName(language)).toBe(name);
});
