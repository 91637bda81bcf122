import { existsSync } from 'node:fs';
import { launch, type Page } from 'puppeteer-core';
import type { SmokeBrowser } from './walk.ts';

const BINARY = '/usr/bin/firefox-esr';
const PATIENCE_MS = 60_000;

/** Why Firefox cannot be used here; null when it can. */
export const firefoxMissing = (): string | null => (existsSync(BINARY) ? null : 'firefox-esr is not installed');

/** Firefox by WebDriver BiDi. */
export async function openFirefox(): Promise<SmokeBrowser> {
  const browser = await launch({ browser: 'firefox', executablePath: BINARY, headless: true, timeout: PATIENCE_MS });
  const errors: string[] = [];
  const listen = (page: Page) => page.on('pageerror', (error) => errors.push(String(error)));
  const first = await browser.newPage();
  listen(first);
  let page = first;
  let popup: Promise<Page | null> = Promise.resolve(null);
  first.on('popup', (opened) => {
    popup = Promise.resolve(opened);
  });
  const found = (xpath: string) => page.locator(`::-p-xpath(${xpath})`).setTimeout(PATIENCE_MS);
  return {
    name: 'Firefox',
    goto: async (address) => {
      await page.goto(address, { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS });
    },
    type: (xpath, text) => found(xpath).fill(text),
    click: (xpath) => found(xpath).click(),
    sees: async (xpath) => {
      await found(xpath).wait();
    },
    holds: async (expression) => {
      await page.waitForFunction(expression, { timeout: PATIENCE_MS });
    },
    inPopup: async () => {
      const target = await browser.waitForTarget((one) => /\/idp\//.test(one.url()), { timeout: PATIENCE_MS });
      const opened = (await popup) ?? (await target.page());
      if (opened === null) throw new Error('the popup did not open');
      page = opened;
    },
    inConsole: async () => {
      page = first;
    },
    text: () => page.evaluate(() => document.body.innerText),
    errors: () => errors,
    close: () => browser.close(),
  };
}
