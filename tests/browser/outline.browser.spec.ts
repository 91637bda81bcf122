import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { asked } from '../support/asked.ts';
import { eventually, painted, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { settled } from '../support/settled.ts';

const SERIAL = 'LF-0140-23';
const NAME = 'Lumion 01';

const browser = testBrowser();
let page: Page;
let treatment = '';
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
  const [first] = (await asked(page, getTreatmentAll)).results;
  treatment = first?.id ?? '';
});

/** The visible headings in the order of the page: level and text. */
const outline = (): Promise<readonly (readonly [level: number, text: string])[]> =>
  page
    .locator('h1, h2, h3, h4, h5, h6, [role=heading]')
    .evaluateAll((all) =>
      all
        .filter((heading) => heading.getClientRects().length > 0)
        .map((heading) => [Number(heading.ariaLevel ?? heading.tagName.slice(1)), heading.textContent] as const),
    );

it.each(routes.map(({ path, title, group }) => [path, title, group] as const))(
  '[OUTLINE1] [WAY3] %s has one first heading, the title of its tab, and skips no level',
  async (path, title) => {
    await visit(page, `${path}?device_serial=${SERIAL}&serial=${SERIAL}&treatment_id=${treatment}`);
    await settled(page);
    const first = path.startsWith('/device/') || path === '/management/device_info' ? `${NAME}, ${title}` : title;
    await eventually(async () => (await outline()).filter(([level]) => level === 1).map(([, text]) => text)).toEqual([first]);
    await eventually(() => page.title()).toMatch(new RegExp(`^${first.replaceAll(/[()]/g, '.')} - `));
    await painted(page);
    const levels = (await outline()).map(([level]) => level);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  },
);
