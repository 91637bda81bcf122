import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { getMapGeojson } from '#contract/map';
import { boundsOf, positionOf, type Position } from '#map/drawing/position';
import { planGeometry } from '#map/drawing/planShape';
import { fitView, project } from '#map/planView';
import { asked } from '../support/asked.ts';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { until } from '../support/until.ts';

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

it('[KEYS9] [KEYS6] a plan that was pressed takes its keys, is one stop of the Tab key, and Escape closes its popup before it leaves the past', async () => {
  await visit(page, '/maps/maps');
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('geojson')),
    main().getByRole('table', { name: 'Maps' }).getByRole('link').first().click(),
  ]);
  const [, id = '', version = ''] = /maps?\/([^/]+)\/([^/]+)\/geojson/.exec(answer.url()) ?? [];
  const { layers } = await asked(page, getMapGeojson, { id, version });
  const plan = main().getByRole('group', { name: /^Map: arrow keys/ });
  const canvas = plan.locator('canvas').first();
  await canvas.waitFor();
  await page.keyboard.press('t');
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  const moment = () => new URL(page.url()).searchParams.get('at');
  await eventually(moment).not.toBeNull();
  const surface = await canvas.evaluate((element) => ({ width: element.clientWidth, height: element.clientHeight }));
  const lane = layers.lane.features[0]?.geometry;
  const box = lane?.type === 'Polygon' ? boundsOf((lane.coordinates[0] ?? []).map(positionOf)) : null;
  if (box === null) throw new Error('The map has no lane.');
  const [x, y] = project(fitView(planGeometry(layers).bounds, surface), surface, [(box.west + box.east) / 2, (box.south + box.north) / 2]);
  const card = plan.getByRole('status').filter({ hasText: /Lane/ });
  // Software WebGL may lose a tap.
  await until('the popup', async () => {
    await canvas.click({ position: { x, y }, timeout: 6_000 }).catch(() => undefined);
    return card.waitFor({ timeout: 6_000 }).then(
      () => true,
      () => false,
    );
  });
  expect(await plan.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await plan.locator('[tabindex="0"]').count()).toBe(0);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  expect(moment()).not.toBeNull();
  await page.keyboard.press('ArrowRight');
  await eventually(() => new URL(page.url()).searchParams.get('camera')).toMatch(/~/);
  await page.keyboard.press('Escape');
  await eventually(moment).toBeNull();
});

it.each([390, 1440])('[POPUP3] on a page of %d pixels the popups of the outermost lanes and gutters are within the plan', async (width) => {
  const own = await signedInPage(browser, personOf('system_admin'), '/', { drawsMaps: true, viewport: { width, height: 844 } });
  await visit(own, '/maps/maps');
  const [answer] = await Promise.all([
    own.waitForResponse((one) => one.url().includes('geojson')),
    own.getByRole('main').getByRole('table', { name: 'Maps' }).getByRole('link').first().click(),
  ]);
  const [, id = '', version = ''] = /maps?\/([^/]+)\/([^/]+)\/geojson/.exec(answer.url()) ?? [];
  const { layers } = await asked(own, getMapGeojson, { id, version });
  const plan = own.getByRole('main').getByRole('group', { name: /^Map: arrow keys/ });
  const canvas = plan.locator('canvas').first();
  await canvas.waitFor();
  await canvas.scrollIntoViewIfNeeded();
  const surface = await canvas.evaluate((element) => ({ width: element.clientWidth, height: element.clientHeight }));
  const view = fitView(planGeometry(layers).bounds, surface);
  const middles = [...layers.lane.features, ...layers.gutter.features].flatMap(({ geometry }): Position[] => {
    const box = geometry.type === 'Polygon' ? boundsOf((geometry.coordinates[0] ?? []).map(positionOf)) : null;
    return box === null ? [] : [project(view, surface, [(box.west + box.east) / 2, (box.south + box.north) / 2])];
  });
  const last = (order: (one: Position) => number) => middles.toSorted((one, other) => order(one) - order(other)).at(-1) ?? [0, 0];
  const card = plan.getByRole('status').filter({ hasText: /Lane|Gutter/ });
  for (const [x, y] of [last(([at]) => at), last(([at]) => -at), last(([, at]) => at), last(([at, down]) => at + down)]) {
    // Software WebGL may lose a tap.
    await until('the popup', async () => {
      await canvas.click({ position: { x, y }, timeout: 6_000 }).catch(() => undefined);
      return card.waitFor({ timeout: 6_000 }).then(
        () => true,
        () => false,
      );
    });
    const [inner, outer] = await Promise.all([card.boundingBox(), plan.boundingBox()]);
    if (inner === null || outer === null) throw new Error('The popup is gone.');
    const edges = [
      inner.x - outer.x,
      inner.y - outer.y,
      outer.x + outer.width - inner.x - inner.width,
      outer.y + outer.height - inner.y - inner.height,
    ];
    expect(edges.map((edge) => edge >= 0)).toEqual([true, true, true, true]);
    await card.getByRole('button', { name: 'Close' }).click();
    await card.waitFor({ state: 'detached' });
  }
  await own.context().close();
});
