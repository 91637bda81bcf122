import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { complaintsOf, painted, personOf, signedInPage, testBrowser } from '../support/pages.ts';
import { until } from '../support/until.ts';

// The pauses between questions are leapt over: the page's clock is the test's.

const WAIT = { timeout: 60_000 };
const LONGEST_PAUSE_MS = 6_000;
const FAULTY = /\/api\/(machines|total_metrics)$/;

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  const context = await browser.newContext();
  await context.clock.install();
  page = await signedInPage({ ...browser, newContext: async () => context }, personOf('system_admin'));
  await page.waitForURL('**/dashboard');
});

const numberOf = (label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')
    .first()
    .innerText();
const lastFailure = () => page.getByText(/^last failure \d\d:\d\d$/);
const warning = () => page.getByText('Loading failed, retrying');

it.each([
  ['an error 500', { status: 500, json: { error: 'the pump is broken' } }, 500],
  ['a page of HTML', { status: 200, contentType: 'text/html', body: '<html><script>document.title=1</script></html>' }, null],
  ['half a JSON', { status: 200, contentType: 'application/json', body: '{"result":{"LF-0140-23":{"timesta' }, null],
  ['another shape', { status: 200, json: { result: [null, { __proto__: 1 }], total_mileage: 'far' } }, null],
  ['nothing', { status: 200, body: '' }, null],
  ['an error without text', { status: 503, body: 'gateway' }, 503],
] as const)(
  '[LIVE-001] [CALL-025] [CALL-027] where the server answers %s, the dashboard keeps what it knew, says so, and heals by itself',
  async (_, answer, status) => {
    await expect.poll(() => numberOf('Lane Switches'), WAIT).toMatch(/^\d[\d ]+$/);
    await expect.poll(() => warning().count(), WAIT).toBe(0);
    const known = () => Promise.all(['Lane Switches', 'Mileage (km)'].map(numberOf));
    const given: string[] = [];
    await page.route(FAULTY, async (route: Route) => {
      given.push(new URL(route.request().url()).pathname);
      await route.fulfill(answer);
    });
    await page.clock.fastForward(LONGEST_PAUSE_MS);
    await until('both to fail', () => given.includes('/api/machines') && given.includes('/api/total_metrics'));
    // All earlier reports of the server have arrived by now, and are shown with the next frame.
    await painted(page);
    const before = await known();
    expect(before.join()).toMatch(/^[\d ]+,[\d .]+$/);
    await warning().waitFor();
    await lastFailure().waitFor();
    expect(await known()).toEqual(before);
    await expect.poll(() => numberOf('Online Devices'), WAIT).toMatch(/^[12]\d of \d+$/);
    expect(await page.title()).not.toBe('1');
    await page.unroute(FAULTY);
    await page.clock.fastForward(LONGEST_PAUSE_MS);
    await expect.poll(() => warning().count(), WAIT).toBe(0);
    await expect.poll(() => numberOf('Lane Switches'), WAIT).toMatch(/^\d[\d ]+$/);
    const expected = status === null ? [] : given;
    const complaints = await complaintsOf(browser, expected.length);
    const complainedOf = complaints.map((text) => new RegExp(`status of ${status} .*(/api/\\w+)`).exec(text)?.[1] ?? text);
    expect(complainedOf.toSorted()).toEqual(expected.toSorted());
  },
);
