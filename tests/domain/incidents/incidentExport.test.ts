import { expect, it } from 'vitest';
import { exportRange, namesText, rangeProblem } from '#domain/incidents/incidentExport';

const NOW = Date.UTC(2026, 2, 5, 12, 3, 7);
const step = Date.UTC(2026, 2, 5, 12, 0);

it('[INC-079] [INC-080] [CONST-048] [EXP1] it is the last 24 hours until now, unless chosen otherwise', () => {
  expect(exportRange({ start: undefined, end: undefined }, NOW)).toEqual({ start: step - 86_400_000, end: NOW });
  expect(exportRange({ start: 1, end: 2 }, NOW)).toEqual({ start: 1, end: 2 });
  expect(exportRange({ start: null, end: null }, NOW)).toEqual({ start: null, end: null });
});

it.each([
  [1, 2, null],
  [2, 2, null],
  [3, 2, 'The end lies before the start.'],
  [null, 2, null],
  [3, null, null],
])('from %s to %s: %s', (start, end, problem) => {
  expect(rangeProblem({ start, end })).toBe(problem);
});

it('[OPEN-121] names twenty devices and counts the rest', () => {
  expect(namesText([])).toBe('');
  expect(namesText(['Alba', 'Boris'])).toBe('Alba, Boris');
  expect(namesText(Array.from({ length: 23 }, (_, index) => `R${index}`))).toMatch(/^R0, .*R19 and 3 more$/);
});
