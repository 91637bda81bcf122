import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, savedBytes, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { serveSlowFile, type SlowFile } from '../support/slowFile.ts';
import { until } from '../support/until.ts';

const MEGABYTE = Buffer.alloc(1_000_000, 'x');
const browser = testBrowser({ isExpected: (text) => /net::ERR_/.test(text) });
let page: Page;
let file: SlowFile;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
  file = await serveSlowFile(new URL(ownProduct().url).origin, {
    'content-type': 'application/pdf',
    'content-length': '3000000',
    'content-disposition': 'attachment; filename="codes.pdf"',
  });
  await page.route(/\/xenion\/error_codes\/export(?!\/check)/, (route) => route.continue({ url: file.url }));
  await visit(page, '/error_codes');
});
afterAll(() => file.close());

const main = () => page.getByRole('main');
const progress = () => main().getByRole('group', { name: 'Download of the PDF' });
const start = () => main().getByRole('button', { name: 'Export PDF' }).click();
const answered = (before: unknown) => until('a request of the file', () => (file.response() === before ? null : file.response()));

it('[FILE7] a long download shows how far it is, and Cancel ends it at the server; nothing is saved', async () => {
  const saved: string[] = [];
  page.on('download', (one) => saved.push(one.suggestedFilename()));
  await start();
  const response = await answered(undefined);
  response.write(MEGABYTE);
  await progress().getByText('1 MB of 3 MB').waitFor();
  // The text is rounded: the last bytes of the megabyte may arrive a moment later.
  await eventually(() => progress().getByRole('progressbar').getAttribute('value')).toBe(String(1 / 3));
  await progress().getByRole('button', { name: 'Cancel the download of the PDF' }).click();
  await progress().waitFor({ state: 'detached' });
  await until('the end of the request', () => file.aborted() === 1);
  expect(saved).toEqual([]);
});

it('[FILE7] one that is cut off says why nothing was saved, and is whole at the next attempt', async () => {
  const before = file.response();
  await start();
  const cut = await answered(before);
  cut.write(MEGABYTE);
  await progress().getByText('1 MB of 3 MB').waitFor();
  cut.destroy();
  const again = main().getByRole('button', { name: 'Try the download of the PDF again' });
  await main().getByText('Nothing was saved: the file did not come completely.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    again.click().then(async () => {
      const whole = await answered(cut);
      for (const piece of [MEGABYTE, MEGABYTE, MEGABYTE]) whole.write(piece);
      whole.end();
    }),
  ]);
  expect(download.suggestedFilename()).toBe('codes.pdf');
  expect((await savedBytes(download)).length).toBe(3_000_000);
  await eventually(() => main().getByText('Nothing was saved').count()).toBe(0);
});
