import { expect, it } from 'vitest';
import { getErrorCodes } from '#contract/errorCode';
import { responseMapperOf } from '#streams/query/responseMappers';

it.each<[string, unknown, unknown, number]>([
  ['texts alone', { development: 'x', en: null }, { description: { development: 'x' } }, 0],
  ['a number and a list', { development: 'x', en: 5, nl: ['y'] }, { description: { development: 'x' }, unread: ['en', 'nl'] }, 2],
  ['no texts', null, { description: {} }, 0],
])('[CODES8] a code with %s is read with the languages whose text is none', (_, description, texts, unread) => {
  const other = { description: { development: 'other' } };
  const reading = responseMapperOf(getErrorCodes).read({ error_codes: { '0x00000001': { description }, '0x00000002': other } }, {});
  expect(reading).toMatchObject({ answer: { error_codes: { '0x00000002': other } }, unread });
  expect(reading?.answer).toHaveProperty(['error_codes', '0x00000001'], texts);
});

it('[CODES8] a code whose texts are none at all is not one without texts', () => {
  const reading = responseMapperOf(getErrorCodes).read({ error_codes: { '0x00000001': { description: 'x' } } }, {});
  expect(reading?.answer).not.toHaveProperty(['error_codes', '0x00000001'], { description: {} });
});
