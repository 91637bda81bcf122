import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { callAt } from '../support/callAt.ts';
import { clippedTexts } from '../support/clippedTexts.ts';
import { answerOf } from '../support/generate/answerOf.ts';
import type { Style } from '../support/generate/style.ts';
import { accountMenuOf, painted, testBrowser, visit } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { answerCalls, answeredFeatures, firstOfEach } from '../support/stub/answered.ts';
import { documentedPerson } from '../support/stub/people.ts';
import { openStub, type Stub } from '../support/stub/openStub.ts';

/** In which screens look different, in px. */
const WIDTHS = [360, 820, 1180, 1280, 2560];
/** Names, ids and notes as long as people write them. */
const long: Style = {
  name: 'three items, long texts',
  optional: 'given',
  items: 3,
  text: 'long',
  isSpoiled: false,
  words: { device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', group: 'Drive-GREEN' },
};
const browser = testBrowser();
let stub: Stub;
let page: Page;

beforeAll(async () => {
  stub = await openStub({
    person: { ...documentedPerson, tokenSeconds: 86_400 },
    config: { api_root: '/api', features: answeredFeatures },
  });
  page = await stub.open(browser);
  await answerCalls(page, (asked) => {
    const call = callAt(asked);
    if (call === undefined) throw new Error(`No call has the address ${asked.address}.`);
    return { status: 200, body: call.file ? null : answerOf(call.answer, long) };
  });
  await stub.logIn(page);
  await accountMenuOf(page).waitFor();
});
afterAll(async () => {
  await browser.closePages();
  await stub.close();
});

it.each(routes.map(({ path }) => path))(
  '[WIDE2] every text and control of %s can be read or reached at every width, however long the names are',
  async (path) => {
    await visit(page, `${path}?${firstOfEach}`);
    const faults: Record<string, readonly string[]> = {};
    const look = async (part: string) => {
      await settled(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await painted(page);
        const found = await clippedTexts(page);
        if (found.length > 0) faults[`${part} at ${width}`] = found;
      }
    };
    await look('the screen');
    const tabs = page.locator('main').getByRole('tab');
    for (let index = 1; index < (await tabs.count()); index += 1) {
      await tabs.nth(index).click();
      await look(`tab ${index}`);
    }
    expect(faults).toEqual({});
  },
);
