import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

/** The size of the page, in pixels: small, as each pixel of a map is drawn without a graphics card. */
const [WIDTH, HEIGHT] = [1024, 600];

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/', { drawsMaps: true, viewport: { width: WIDTH, height: HEIGHT } });
});
// The browser reports a lost context as a warning; an error comes from the console.

const main = (of: Page = page) => of.getByRole('main');
const lost = () => main().getByRole('alert').filter({ hasText: 'The map is lost' });
const again = () => main().getByRole('button', { name: 'Draw again' });

/** Takes the drawing context of a map away; `restore` gives it back. */
async function lose(canvas: Locator): Promise<{ readonly restore: () => Promise<void> }> {
  const held = await canvas.evaluateHandle((element: HTMLCanvasElement) => {
    const extension = element.getContext('webgl2')?.getExtension('WEBGL_lose_context') ?? null;
    extension?.loseContext();
    return extension;
  });
  return { restore: () => held.evaluate((extension) => extension?.restoreContext()) };
}

/** Whether a map is drawn: more than this share of it is not of the colour of its ground. The elements over a map cover less. */
const isDrawn = (canvas: Locator, share: number) => async () => {
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) return false;
  // Only the visible part: for the whole of a taller element the page would be resized, which clears a canvas.
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  const clip = { x, y, width: Math.min(WIDTH, box.x + box.width) - x, height: Math.min(HEIGHT, box.y + box.height) - y };
  if (clip.width <= 0 || clip.height <= 0) return false;
  const picture = await page.screenshot({ clip });
  const most = await page.evaluate(async (text) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
    const brush = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (brush === null) throw new Error('no canvas');
    brush.drawImage(bitmap, 0, 0);
    const pixels = new Uint32Array(brush.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
    const counts = new Map<number, number>();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return Math.max(...counts.values()) / pixels.length;
  }, picture.toString('base64'));
  return most < 1 - share;
};

interface LostMap {
  readonly name: string;
  readonly open: () => Promise<void>;
  readonly canvas: () => Locator;
  /** The table that shows the content of the map meanwhile. */
  readonly table: () => Locator;
  readonly share: number;
}

const maps: readonly LostMap[] = [
  {
    name: 'the plan of a map',
    share: 0.02,
    open: async () => {
      await visit(page, '/maps/maps');
      await main().getByRole('table', { name: 'Maps' }).getByRole('link').first().click();
    },
    canvas: () =>
      main()
        .getByRole('group', { name: /^Map: arrow keys/ })
        .locator('canvas')
        .first(),
    table: () => main().getByRole('tab', { name: 'Map Layers & Versions' }),
  },
  {
    name: 'the plan of a greenhouse',
    share: 0.02,
    open: async () => {
      await visit(page, '/maps/locations?location=loc-hortus-noord');
      await main()
        .getByRole('link', { name: /^Plan of Kas/ })
        .first()
        .click();
    },
    canvas: () =>
      main()
        .getByRole('group', { name: /^Plan of Kas.*arrow keys/ })
        .locator('canvas')
        .first(),
    table: () => main().getByRole('region', { name: /^Devices on the plan of Kas/ }),
  },
  {
    name: 'the world map of the locations',
    share: 0.1,
    open: () => visit(page, '/maps/locations'),
    canvas: () => main().getByRole('region', { name: 'Map of the locations' }).first().locator('canvas').first(),
    table: () => main().getByRole('table', { name: 'Locations' }),
  },
  {
    name: 'the world map of the dashboard',
    share: 0.1,
    open: async () => {
      await visit(page, '/dashboard');
      const card = main().getByRole('button', { name: 'Map of the locations' });
      if ((await card.getAttribute('aria-expanded')) === 'false') await card.click();
    },
    canvas: () => main().getByRole('region', { name: 'Map of the locations' }).locator('canvas').last(),
    table: () => main().getByRole('table', { name: 'Locations' }),
  },
];

it.each(maps)(
  '[LOST1] $name says that it is lost, with its table, and is drawn again when it is back, or when a person asks for it',
  async ({ open, canvas, table, share }) => {
    await open();
    await canvas().waitFor();
    await eventually(isDrawn(canvas(), share)).toBe(true);
    const { restore } = await lose(canvas());
    await lost().waitFor();
    await table().waitFor();
    expect(await canvas().count()).toBe(0);
    await restore();
    await eventually(() => lost().count()).toBe(0);
    await eventually(isDrawn(canvas(), share)).toBe(true);
    await lose(canvas());
    await again().click();
    await eventually(() => lost().count()).toBe(0);
    await eventually(isDrawn(canvas(), share)).toBe(true);
  },
);

it('[LOST1] [GEO6] without WebGL the tables stand in place of the maps, and nothing fails', async () => {
  const bare = await signedInPage(browser, personOf('system_admin'));
  await visit(bare, '/dashboard');
  const card = main(bare).getByRole('button', { name: 'Map of the locations' });
  if ((await card.getAttribute('aria-expanded')) === 'false') await card.click();
  await main(bare).getByRole('table', { name: 'Locations' }).waitFor();
  await visit(bare, '/maps/locations');
  await main(bare).getByText('This browser cannot draw the map; the table below has all of it.').waitFor();
  await main(bare).getByRole('table', { name: 'Locations' }).waitFor();
  await visit(bare, '/maps/maps');
  await main(bare).getByRole('table', { name: 'Maps' }).getByRole('link').first().click();
  await main(bare).getByRole('alert').filter({ hasText: 'Map could not be generated' }).waitFor();
  expect(await main(bare).locator('canvas').count()).toBe(0);
});
