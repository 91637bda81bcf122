import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { demoFiles } from '#server/simulator/configuration/demoFiles';
import { asked } from '../support/asked.ts';
import { personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { settled } from '../support/settled.ts';

const SERIAL = 'LF-0140-23';

const parameters = Object.values(demoFiles).flatMap((files) => Object.values(files).flatMap((file) => file.map(({ name }) => name)));

/**
 * Texts that a screen shows as the specification writes them: the keys of types, stages and metadata; and the names of parameters, which engineers
 * chose.
 */
const QUOTED: Readonly<Record<string, RegExp>> = {
  '/device/configuration': /^[a-z]+(?:_[a-z]+)+$/,
  '/fleet/config': /^[a-z]+(?:_[a-z]+)+$/,
  // The parameters that other tests of this product change, in About.
  '/management/audit_log': new RegExp(`^(?:${parameters.join('|')})$`),
  '/management/device_info': /^(?:LUMION_FIX|DEFAULT|MQTT_HOST)$/,
  '/management/device_types': /^(?:LUMION_FIX|XENION_CONNECT|XENION_A6|KOMPANO)$/,
  '/management/life_cycle_stages': /^[A-Z_]+$/,
};

const browser = testBrowser();
let page: Page;
let treatment = '';
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
  const [first] = (await asked(page, getTreatmentAll)).results;
  treatment = first?.id ?? '';
});

/** The words of the wire in the visible text, without messages and commands that are quoted whole: `snake_case`, `SCREAMING_CASE`, one long word in capitals, and instants of ISO 8601. */
const wireWords = (): Promise<readonly string[]> =>
  page.evaluate(() => {
    const words = /\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b|\b[A-Z]{7,}\b|\d{4}-\d\d-\d\dT\d\d:\d\d\S*/g;
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const isVisible = (node.parentElement?.getClientRects().length ?? 0) > 0 && node.parentElement?.closest('pre, code') === null;
      if (isVisible) for (const word of node.textContent?.match(words) ?? []) found.add(word);
    }
    return [...found];
  });

it.each(routes.map(({ path }) => path))('[LABEL1] %s shows no word of the wire but those that are quoted', async (path) => {
  const unquoted = async () => (await wireWords()).filter((word) => QUOTED[path]?.test(word) !== true);
  await visit(page, `${path}?device_serial=${SERIAL}&serial=${SERIAL}&treatment_id=${treatment}`);
  await settled(page);
  expect(await unquoted()).toEqual([]);
  const tabs = page.locator('main').getByRole('tab');
  for (let index = 1; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click();
    await settled(page);
    expect(await unquoted(), (await tabs.nth(index).textContent()) ?? '').toEqual([]);
  }
});

it('[LABEL1] [WHY6] the reason for a value has no words of the wire', async () => {
  await visit(page, '/fleet/state');
  await page.locator('[data-shows=task]').first().click({ button: 'right' });
  await page.getByText('The event that set it').waitFor();
  await page.getByText(/^Made of Current state, /).waitFor();
  expect(await wireWords()).toEqual([]);
});
