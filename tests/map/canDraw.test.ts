import { expect, it } from 'vitest';
import { canDraw } from '#map/canDraw';

const pageWith = (getContext: () => unknown): Document => {
  const page = document.implementation.createHTMLDocument();
  const canvas = Object.assign(page.createElement('canvas'), { getContext });
  return Object.assign(page, { createElement: () => canvas });
};

it.each([
  ['gives none', () => null, false],
  [
    'throws instead',
    () => {
      throw new Error('no driver');
    },
    false,
  ],
  ['gives one', () => ({ getExtension: () => ({ loseContext: () => undefined }) }), true],
])('[GAP-47] a browser that knows WebGL and %s can draw a map: %s', (_, getContext, expected) => {
  const had = Object.getOwnPropertyDescriptor(globalThis, 'WebGL2RenderingContext');
  Object.defineProperty(globalThis, 'WebGL2RenderingContext', { value: Object, configurable: true });
  try {
    expect(canDraw(pageWith(getContext))).toBe(expected);
  } finally {
    if (had === undefined) Reflect.deleteProperty(globalThis, 'WebGL2RenderingContext');
  }
});

it('[GAP-47] a browser that knows no WebGL cannot', () => {
  expect(canDraw(document)).toBe(false);
});
