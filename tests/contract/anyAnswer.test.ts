import { expect, it } from 'vitest';
import { calls } from '#contract/catalogue/calls';
import { readTolerant } from '#streams/parse/readTolerant';
import { answerOf } from '../support/generate/answerOf.ts';
import { largestStyle, plainStyle, smallestStyles, spoiledStyle } from '../support/generate/styles.ts';

// A file is read by nobody.
const all = Object.values(calls).filter(({ file }) => !file);

it.each([...smallestStyles, largestStyle, plainStyle])('[ANY1] every call reads an answer with $name', (style) => {
  const refused = all.filter((call) => !call.answer.safeParse(answerOf(call.answer, style)).success);
  expect(refused.map(({ name }) => name)).toEqual([]);
});

it('[ANY2] every call reads an answer whose lists hold an item that cannot be read as it reads it without', () => {
  const differing = all.filter((call) => {
    const plain = readTolerant(call.answer, answerOf(call.answer, plainStyle))?.value;
    const spoiled = readTolerant(call.answer, answerOf(call.answer, spoiledStyle))?.value;
    return JSON.stringify(plain) !== JSON.stringify(spoiled);
  });
  expect(differing.map(({ name }) => name)).toEqual([]);
});
