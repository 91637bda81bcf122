import { expect, it } from 'vitest';
import { freeCorner } from '#app/shell/useFreeCorner';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const sheet = box(260, 52, 1440, 900);
const notice = { width: 320, height: 48 };

it.each([
  ['nothing below it', [], 'end end'],
  ['keys at the foot of the sheet', [box(288, 848, 1412, 900)], 'end end'],
  ['keys where it would lie', [box(288, 780, 1412, 832)], 'end start'],
  ['Stop at the right', [box(1200, 760, 1400, 804)], 'start end'],
  ['a phone, keys below and Stop at the right above', [box(288, 780, 1412, 832), box(1200, 70, 1400, 114)], 'start start'],
  ['everything', [sheet], 'end end'],
])('[TOAST1] with %s', (_, boxes, corner) => {
  expect(freeCorner(sheet, notice, boxes)).toBe(corner);
});

it.each([
  ['the row that was edited, at the foot', [box(288, 770, 1412, 810), box(1380, 775, 1400, 805)], 'end start'],
  ['a form as large as the sheet, beside the button that was pressed', [sheet, box(1300, 770, 1400, 810)], 'start end'],
  ['a row elsewhere', [box(288, 300, 1412, 340)], 'end end'],
  ['a table alone, all of which would be covered', [sheet, sheet], 'end end'],
])('[TOAST2] with %s', (_, acted, corner) => {
  expect(freeCorner(sheet, notice, [], acted)).toBe(corner);
});
