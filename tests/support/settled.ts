import type { Page } from 'playwright-core';
import { openRequests } from './pageRequests.ts';
import { eventually, painted } from './pages.ts';

/** The number of looks, two frames apart, at which nothing is loaded: between its code and its first request, a screen renders once. */
const LOOKS = 3;

/** Returns what a page still loads: requests, and the parts of its screen that say so. */
async function loading(page: Page): Promise<readonly string[]> {
  const parts = page.locator('main [aria-busy=true], main [aria-label=Loading], main [data-part=skeleton]');
  return [...openRequests(page), ...(await parts.evaluateAll((all) => all.map((part) => part.outerHTML.slice(0, 80))))];
}

/** Waits until the screen of a page has loaded all that it shows. */
export const settled = (page: Page) =>
  eventually(async () => {
    for (let look = 0; look < LOOKS; look += 1) {
      const found = await loading(page);
      if (found.length > 0) return found;
      await painted(page);
    }
    return [];
  }).toEqual([]);
