import { codeMeanings, codeText, developmentText, errorCodesIn, isErrorCode } from '#domain/errorCodes/errorCode';
import { expect, it } from 'vitest';

it.each([
  ['RULE-061', '0x0000001a', true],
  ['RULE-061', '0x1', true],
  ['RULE-062] [CONST-043', '0x00000000', false],
  ['RULE-062', '0x0', false],
  ['RULE-062', '0X0', false],
  ['RULE-061', '0X1A', true],
  ['RULE-063', '0000001a', false],
  ['RULE-063', ' 0x0000001a', false],
  ['RULE-063', '', false],
  ['RULE-063', null, false],
  ['RULE-063', 26, false],
])('[%s] %j is an error code: %s', (_, value, expected) => {
  expect(isErrorCode(value)).toBe(expected);
});

it.each([
  ['RULE-055] [CONST-042', '0x0000001a', '0x0000001a'],
  ['RULE-055', '0x1A', '0x0000001a'],
  ['ERR1', '0x123456789', '0x123456789'],
  ['ERR1', 'overheated', 'overheated'],
])('[%s] %s is shown as %s', (_, code, text) => {
  expect(codeText(code)).toBe(text);
});

const catalogue = {
  '0x0000001a': { description: { development: 'Wheel blocked', en: 'Blocked' } },
  '0x0000001b': { description: { en: 'Lost' } },
};

it.each([
  ['RULE-061', '0x0000001a', 'events', 'Wheel blocked'],
  ['RULE-055', '0x1A', 'events', 'Wheel blocked'],
  ['RULE-064] [GAP-23] [MSG-094', '0x000000ff', 'events', 'Unknown'],
  ['RULE-064] [GAP-23] [MSG-094', '0x000000ff', 'incidents', 'Unknown Error Code'],
  ['RULE-064', '0x0000001b', 'incidents', 'Unknown Error Code'],
] as const)('[%s] %s in the %s reads %s', (_, code, place, text) => {
  expect(developmentText(code, catalogue, place)).toBe(text);
});

it.each([
  ['0x0A010023', '0x0a010023'],
  ['0x0a010023', '0x0A010023'],
  ['0x1A', '0x0000001a'],
])('[RULE-061] a catalogue that writes %s knows the code that a device writes %s', (written, code) => {
  expect(developmentText(code, { [written]: { description: { development: 'slip' } } })).toBe('slip');
});

it('[RULE-064] without a catalogue every code is unknown', () => {
  expect(developmentText('0x0000001a', undefined)).toBe('Unknown');
});

it('[GAP-87] finds the codes in every text of the data, also nested, each once', () => {
  const data = { code: '0x0000001a', none: '0x00000000', more: { list: ['0x0000001b', '0x0000001a', 7, null] } };
  expect(errorCodesIn(data)).toEqual(['0x0000001a', '0x0000001b']);
  expect([errorCodesIn('0x0000001a'), errorCodesIn(null), errorCodesIn(26)]).toEqual([['0x0000001a'], [], []]);
});

const inLanguages = {
  '0x0000001a': { description: { development: 'drive: slip', en: 'It slips.', nl: 'Hij slipt.', 'nl-BE': 'Hij schuift.', fr: ' ' } },
  '0x0000001b': { description: { en: 'Lost', nl: 'Kwijt' } },
  '0x0000001c': { description: { development: 'Lost', en: 'Lost' } },
};
it.each([
  ['0x0000001a', 'nl-BE', ['Hij schuift.', 'drive: slip']],
  ['0x0000001A', 'nl_be', ['Hij schuift.', 'drive: slip']],
  ['0x0000001a', 'nl-NL', ['Hij slipt.', 'drive: slip']],
  ['0x0000001a', 'EN', ['It slips.', 'drive: slip']],
  ['0x0000001a', 'fr-BE', ['drive: slip']],
  ['0x0000001a', 'de-DE', ['drive: slip']],
  ['0x0000001a', 'development', ['drive: slip']],
  ['0x0000001a', 'n', ['drive: slip']],
  ['0x0000001a', '', ['drive: slip']],
  ['0x0000001a', null, ['drive: slip']],
  ['0x0000001b', 'nl-BE', ['Kwijt']],
  ['0x0000001b', 'de', ['Unknown Error Code']],
  ['0x0000001c', 'en-GB', ['Lost']],
  ['0x000000ff', 'nl-BE', ['Unknown Error Code']],
] as const)('[ERRLANG1] %s means to a reader of %s: %j', (code, locale, texts) => {
  expect(codeMeanings(code, inLanguages, locale, 'incidents')).toEqual(texts);
});
