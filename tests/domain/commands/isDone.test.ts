import { expect, it } from 'vitest';
import { calls } from '#contract/catalogue/calls';
import { isDone } from '#domain/commands/isDone';
import { readTolerant } from '#streams/parse/readTolerant';
import { answerOf } from '../../support/generate/answerOf.ts';
import { plainStyle } from '../../support/generate/styles.ts';

it.each([
  [{ result: true }, true],
  [{ success: true }, true],
  [{ ok: true, error: 'old' }, true],
  [{ result: { id: 'a' } }, true],
  [{ id: 'a' }, true],
  [null, true],
  ['', true],
  [{ result: false }, false],
  [{ result: null }, false],
  [{ result: undefined }, false],
  [{ success: false }, false],
  [{ ok: false, error: 'No' }, false],
  [{ result: true, success: false }, false],
])('[SAVED2] %j is a success: %s', (answer, isSuccess) => {
  expect(isDone(answer)).toBe(isSuccess);
});

const outcomes = Object.values(calls).flatMap((call) => {
  if (!call.hasSideEffects || call.file) return [];
  const sample: unknown = answerOf(call.answer, plainStyle);
  const fields = typeof sample === 'object' && sample !== null ? Object.entries(sample) : [];
  return ['result', 'success', 'ok'].flatMap((field) =>
    fields.some(([name, value]) => name === field && typeof value === 'boolean')
      ? [{ name: call.name, call, field, sample: Object.fromEntries(fields) }]
      : [],
  );
});

it('[SAVED2] there are calls whose answer says whether it was done', () => {
  expect(outcomes.length).toBeGreaterThan(40);
});

it.each(outcomes)('[SAVED2] $name: an answer whose $field is false, null or missing is no success', ({ call, field, sample }) => {
  const { [field]: _, ...missing } = sample;
  for (const answer of [{ ...sample, [field]: false }, { ...sample, [field]: null }, missing]) {
    const read = readTolerant(call.answer, answer)?.value;
    // What does not match the schema is a failure.
    if (read !== undefined) expect(isDone({ [field]: undefined, ...read })).toBe(false);
  }
  expect(isDone(readTolerant(call.answer, { ...sample, [field]: true })?.value)).toBe(true);
});
