import { expect, it } from 'vitest';
import { isDay } from '#domain/history/monthDays';

it.each([
  ['2026-03-04', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['2026-3-4', false],
  ['2026-03', false],
  ['', false],
  ['yesterday', false],
])('[NIGHT9] %s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
