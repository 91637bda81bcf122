import { expect, it } from 'vitest';
import { isDay, isMonth } from '#domain/history/monthDays';

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

it.each([
  ['2026-03', true],
  ['1900-01', true],
  ['2099-12', true],
  ['2100-01', false],
  ['9999-12', false],
  ['0000-01', false],
  ['2026-00', false],
  ['2026-13', false],
  ['2026-3', false],
  ['2026-03-04', false],
  ['', false],
])('[NIGHT9] %s is a month: %s', (text, expected) => {
  expect(isMonth(text)).toBe(expected);
});
