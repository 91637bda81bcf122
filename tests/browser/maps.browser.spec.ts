import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/', { drawsMaps: true });
});

const main = () => page.getByRole('main');
const tab = (name: string) => main().getByRole('tab', { name, exact: true });

it('[VIEW1] [MAP-001] [MAP-007] [MAP-018] [MAP-022] [MAP-024] [MAP-026] from all maps to one, its plan, its layers, its changelog, and back', async () => {
  await visit(page, '/maps/maps');
  await main().getByRole('table', { name: 'Maps' }).getByRole('link').first().click();
  await main()
    .getByRole('group', { name: /^Map: arrow keys/ })
    .waitFor();
  await main()
    .getByText(/^Crop state calculated /)
    .waitFor();
  await main()
    .getByRole('group', { name: /^Map: arrow keys/ })
    .press('ArrowRight');
  const camera = () => new URL(page.url()).searchParams.get('camera');
  await eventually(camera).toMatch(/^[-\d.]+_[-\d.]+_[\d.]+~/);
  const moved = camera();
  await page.reload();
  await main()
    .getByText(/^Crop state calculated /)
    .waitFor();
  await main()
    .getByRole('group', { name: /^Map: arrow keys/ })
    .press('ArrowLeft');
  // A step back from the place of the address, not from the whole plan.
  await eventually(camera).not.toBe(moved);
  const [before, after] = [moved, camera()].map((text) => Number(text?.split('_')[0]));
  expect(after).toBeLessThan(before ?? NaN);
  await tab('Map Layers & Versions').click();
  await main()
    .getByRole('table', { name: 'Map layers' })
    .getByRole('row', { name: /gutter/i })
    .waitFor();
  await tab('Map Changelog').click();
  await main().getByRole('table', { name: 'Changes of gutter' }).getByRole('row').nth(1).waitFor();
  await main().getByRole('link', { name: 'Overview Maps' }).click();
  await main().getByRole('heading', { name: 'Overview Maps' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/maps/maps');
});
