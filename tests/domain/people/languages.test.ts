import { expect, it } from 'vitest';
import {
  englishName,
  languageTag,
  languageUsedText,
  newLanguageProblem,
  selectableLanguages,
  ownName,
  peopleOfLanguage,
} from '#domain/people/languages';

it.each([
  [' NL-be ', 'nl-BE'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['iw', 'he'],
  ['not a tag', 'not a tag'],
  ['', ''],
])('[LANG1] %j is the tag %j', (typed, tag) => {
  expect(languageTag(typed)).toBe(tag);
});

const FORM = 'A language tag is a language, and a region where it matters, such as nl-BE or en.';
it.each([
  ['pl', undefined],
  ['pt-BR', undefined],
  ['zh-Hant-TW', undefined],
  ['nl-BE', 'This language exists already.'],
  ['NL-be', 'Write it as nl-BE.'],
  ['', FORM],
  ['Nederlands!', FORM],
  ['pl_PL', FORM],
  ['pl-u-ca-buddhist', FORM],
  ['pl-x-own', FORM],
  ['qq', 'No language has the tag qq.'],
])('[LANG1] the new language %j: %s', (tag, problem) => {
  expect(newLanguageProblem(tag, [{ id: 'nl-BE' }])).toBe(problem);
});

it('[LANG1] a language has its own name to begin with, and one in English', () => {
  expect(['pl', 'nl-BE', 'qq', 'no tag'].map(ownName)).toEqual(['Polski', 'Nederlands (België)', '', '']);
  expect(['pl', 'nl-BE', 'qq', 'no tag'].map(englishName)).toEqual(['Polish', 'Dutch (Belgium)', undefined, undefined]);
});

it('[LANG2] an archived language is offered to who has it alone', () => {
  const all = [
    { id: 'nl-BE', name: 'Nederlands', archived: true },
    { id: 'en-GB', name: 'English', archived: null },
    { id: 'fr-BE', name: 'Français' },
  ];
  const ids = (kept?: string) => selectableLanguages(all, kept).map(({ id }) => id);
  expect([ids(), ids('nl-BE')]).toEqual([
    ['en-GB', 'fr-BE'],
    ['nl-BE', 'en-GB', 'fr-BE'],
  ]);
});

it('[LANG3] [LANG4] the users of a language are counted and named, with links to the lists', () => {
  expect(languageUsedText('pl', [])).toBeUndefined();
  expect(languageUsedText('pl', ['b@x.example', 'a@x.example'])).toBe('pl is the language of 2 accounts: a@x.example, b@x.example.');
  const many = Array.from({ length: 11 }, (_, n) => `${String(n).padStart(2, '0')}@x`);
  expect(languageUsedText('pl', many)).toBe(`pl is the language of 11 accounts: ${many.slice(0, 10).join(', ')} ….`);
  expect(peopleOfLanguage('nl-BE')[0]).toEqual({
    label: 'System Admins',
    to: '/users?tab=system_admins&system-admins.filter=locale%3Dnl-BE',
  });
});
