import { expect, it } from 'vitest';
import {
  callPage,
  clampPage,
  DEFAULT_PAGE_SIZE,
  FIRST_PAGE,
  MOST_PAGE_BUTTONS,
  PAGE_SIZES,
  pageAfterResize,
  pageCount,
  pageWindow,
} from '#ui/table/pageWindow';

it('[CONST-007] [CONST-008] [CONST-009] [CONST-010] the table has the numbers of the specification', () => {
  expect(PAGE_SIZES).toEqual([5, 10, 20, 25, 50, 100]);
  expect([DEFAULT_PAGE_SIZE, MOST_PAGE_BUTTONS, FIRST_PAGE]).toEqual([10, 6, 1]);
});

it.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [6, 6, [1, 2, 3, 4, 5, 6]],
  [1, 7, [1, 2, 3, 4, 5, 'gap', 7]],
  [4, 7, [1, 2, 3, 4, 5, 'gap', 7]],
  [5, 7, [1, 'gap', 3, 4, 5, 6, 7]],
  [5, 23, [1, 'gap', 4, 5, 6, 7, 'gap', 23]],
  [12, 23, [1, 'gap', 11, 12, 13, 14, 'gap', 23]],
  [19, 23, [1, 'gap', 18, 19, 20, 21, 'gap', 23]],
  [20, 23, [1, 'gap', 19, 20, 21, 22, 23]],
  [23, 23, [1, 'gap', 19, 20, 21, 22, 23]],
])('[RULE-086] [RULE-088] page %i of %i shows %j', (current, pages, shown) => {
  expect(pageWindow(current, pages)).toEqual(shown);
});

it('[RULE-086] never shows more than six numbers, and always the present page, for any page of up to forty', () => {
  for (let pages = 1; pages <= 40; pages += 1) {
    for (let current = 1; current <= pages; current += 1) {
      const numbers = pageWindow(current, pages).filter((item) => item !== 'gap');
      expect(numbers.length).toBe(Math.min(pages, 6));
      expect(numbers).toContain(current);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    }
  }
});

it.each([
  [0, 5, 1],
  [-3, 5, 1],
  [3, 5, 3],
  [6, 5, 5],
  [Number.NaN, 5, 1],
  [2, 0, 1],
])('[RULE-089] [RULE-090] page %d of %d becomes %d', (page, pages, clamped) => {
  expect(clampPage(page, pages)).toBe(clamped);
});

it.each([
  [0, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [23, 5, 5],
])('[RULE-090] %i rows at %i per page are %i pages', (rows, size, pages) => {
  expect(pageCount(rows, size)).toBe(pages);
});

it('[RULE-091] the page of people counts from one, the page of a call from zero', () => {
  expect([1, 2, 10].map(callPage)).toEqual([0, 1, 9]);
});

it('[UI2] a new size keeps the first row of the page in sight', () => {
  expect(pageAfterResize(3, 10, 5)).toBe(5);
  expect(pageAfterResize(3, 10, 50)).toBe(1);
});
