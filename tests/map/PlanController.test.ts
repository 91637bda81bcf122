import { afterAll, afterEach, expect, it } from 'vitest';
import { isForPage } from '#map/PlanController';

const frame = document.body.appendChild(document.createElement('div'));
frame.tabIndex = 0;
afterEach(() => frame.blur());
afterAll(() => frame.remove());

it('[SCROLL3] one finger scrolls the page, two fingers, a mouse and a pen move the plan', () => {
  const by = (pointerType: string) => new PointerEvent('pointermove', { pointerType });
  expect(isForPage('panstart', by('touch'), frame)).toBe(true);
  expect(isForPage('pinchstart', by('touch'), frame)).toBe(false);
  expect(isForPage('panstart', by('mouse'), frame)).toBe(false);
  expect(isForPage('panstart', by('pen'), frame)).toBe(false);
});

it('[SCROLL4] the wheel scrolls the page, and zooms the plan with Ctrl or after a press into it', () => {
  expect(isForPage('wheel', new WheelEvent('wheel'), frame)).toBe(true);
  expect(isForPage('wheel', new WheelEvent('wheel', { ctrlKey: true }), frame)).toBe(false);
  frame.focus();
  expect(isForPage('wheel', new WheelEvent('wheel'), frame)).toBe(false);
});
