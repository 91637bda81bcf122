import { expect, it } from 'vitest';
import { popupPlacement } from '#map/popupPlacement';

const phone = { width: 358, height: 500 };

it.each<[what: string, at: [number, number], size: typeof phone, placement: Readonly<Record<string, string>>]>([
  ['in the upper left', [40, 60], phone, { left: '54px', top: '46px', maxWidth: '260px', maxHeight: '446px' }],
  ['in the upper right', [330, 60], phone, { right: '42px', top: '46px', maxWidth: '260px', maxHeight: '446px' }],
  ['in the lower left', [40, 480], phone, { left: '54px', bottom: '8px', maxWidth: '260px', maxHeight: '484px' }],
  ['in the lower right', [330, 480], phone, { right: '42px', bottom: '8px', maxWidth: '260px', maxHeight: '484px' }],
  ['in the middle of a narrow map', [179, 250], phone, { left: '193px', top: '236px', maxWidth: '157px', maxHeight: '256px' }],
  ['of a wide map', [900, 300], { width: 1_000, height: 700 }, { right: '114px', top: '286px', maxWidth: '260px', maxHeight: '406px' }],
  ['left of the map', [-300, -40], phone, { left: '8px', top: '8px', maxWidth: '260px', maxHeight: '484px' }],
  ['below the map on the right', [900, 900], phone, { right: '8px', bottom: '8px', maxWidth: '260px', maxHeight: '484px' }],
])('[POPUP3] the popup of a position %s', (_, at, size, placement) => {
  expect(popupPlacement(at, size)).toEqual(placement);
});

it('[POPUP3] every popup is within the map, and beside its position where the map has room', () => {
  for (const width of [300, 358, 800])
    for (let x = 0; x <= width; x += 7) {
      const { left, right, maxWidth } = popupPlacement([x, 100], { width, height: 400 });
      const px = (text: unknown) => Number.parseFloat(String(text));
      const [from, to] = left === undefined ? [width - px(right) - px(maxWidth), width - px(right)] : [px(left), px(left) + px(maxWidth)];
      expect([width, x, from >= 8, to <= width - 8, from > x || to < x]).toEqual([width, x, true, true, true]);
    }
});
