import { expect, it } from 'vitest';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';
import { tapSockets } from '../support/socketTap.ts';
import { until } from '../support/until.ts';

const READER = /\/assets\/frameReader-/;
const browser = testBrowser({ isExpected: (text) => /net::ERR_FAILED .*\/assets\/(frameReader|socketWorker)-/.test(text) });

it.each(['is lost', 'does not come'] as const)(
  '[WIRE7] where the reader of column frames %s a device can be stopped, and its reports come as documented frames',
  async (how) => {
    const context = await browser.newContext();
    const sockets = await tapSockets(context);
    await context.route(READER, (route) => (how === 'is lost' ? route.abort() : undefined));
    const page = await signedInPage({ ...browser, newContext: async () => context }, personOf('system_admin'), '/device/commands');
    const stop = page.getByRole('button', { name: 'Stop Immediately', exact: true });
    await eventually(() => stop.getAttribute('aria-disabled')).not.toBe('true');
    await stop.click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.locator('[aria-live=polite]').getByText('Stop done,').waitFor();
    const frames = await until('a frame of the socket', () => sockets.map(({ received }) => received).find(({ length }) => length > 3));
    expect(frames.every((frame) => typeof frame === 'string')).toBe(true);
    await context.close();
  },
);
