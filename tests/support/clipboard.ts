/** The clipboard of a page under test. */

import type { Page } from 'playwright-core';

/**
 * Grants a page the clipboard and empties it: the browser of a worker has one for all its pages, so that it would still hold what an earlier test copied.
 * Returns a function that reads its text.
 */
export async function emptyClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  return () => page.evaluate(() => navigator.clipboard.readText());
}
