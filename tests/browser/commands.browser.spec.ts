import { addressOf, REQUEST_ID_HEADER } from '#contract/call';
import { getCommands, getWait } from '#contract/command';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asked, tokenOf } from '../support/asked.ts';
import { eventually, focused, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

/** Both of De Linde; no other file gives them commands. */
const SERIAL = 'LF-0143-23';
const OTHER = 'LF-0142-23';
const ACTS = /\/(take_control|release_control|stop_immediately|upload_data\/.*|validate_maps|reload_config)$/;

const browser = testBrowser();
let support: Page;
let customer: Page;
/** The acts that left the support engineer's page: last part of the path, and request id. */
let acts: (readonly [string, string | undefined])[] = [];

beforeAll(async () => {
  [support, customer] = await Promise.all([
    signedInPage(browser, personOf('license_support_engineer')),
    signedInPage(browser, personOf('organisation_admin')),
  ]);
  support.on('request', (request) => {
    if (ACTS.test(request.url())) acts.push([request.url().split('/').at(-1) ?? '', request.headers()[REQUEST_ID_HEADER]]);
  });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first();
const lines = (page: Page) => page.getByRole('table', { name: 'Recent commands' }).locator('tbody tr.row');
/** The newest line, without when and how long. */
const newest = async (page: Page) => (await lines(page).first().locator('td').allTextContents()).slice(1, 5);
const open = (page: Page, serial: string) => visit(page, `/device/commands?device_serial=${serial}`);

it('[DEV-067] [DEV-013] [DEV-015] [DEV-072] [DEV-083] [GAP-81] from the overview to the commands of a device, and control is taken', async () => {
  await visit(support, '/fleet/state');
  await support.getByLabel('Rows per page').selectOption('25');
  await support.getByRole('row').filter({ hasText: SERIAL }).getByRole('link', { name: 'Actions' }).click();
  await support.getByText('Not all commands are available, you are not in control of the device').waitFor();
  expect(new URL(support.url()).search).toBe(`?device_serial=${SERIAL}`);
  await button(support, 'Request Control').click();
  await toast(support, 'The command is sent to the device').waitFor();
  await support.getByText('You are in control').waitFor();
  await eventually(() => newest(support)).toEqual(['Request Control', 'Chloé Lambert', 'Nobody', 'Done']);
});

it("[DEV-080] [DEV-085] [DEV-078] [DEV-079] [MSG-046] configuration and maps: the list says done by the device's own word", async () => {
  await button(support, 'Reload Config').click();
  await toast(support, 'The config is reloaded').waitFor();
  await eventually(() => newest(support)).toEqual(['Reload Config', 'Chloé Lambert', 'Chloé Lambert', 'Done']);
  await button(support, 'Validate Maps').click();
  await support.getByRole('alertdialog').getByText('Validate the maps on Lumion 04.').waitFor();
  await button(support, 'Yes').click();
  await eventually(async () => (await newest(support))[3]).toMatch(/^Done.*valid/);
});

it('[DEV-074] [DEV-075] [DEV-081] [DEV-082] [STOPWAY5] No sends nothing; Yes stops the device, once, and the list says Done', async () => {
  acts = [];
  await button(support, 'Stop Immediately').click();
  await button(support, 'No').click();
  await button(support, 'Stop Immediately').click();
  await button(support, 'Yes').click();
  await eventually(() => newest(support)).toEqual(['Stop Immediately', 'Chloé Lambert', 'Chloé Lambert', expect.stringMatching(/^Done/)]);
  const { results } = await asked(support, getCommands, { serial: SERIAL });
  const stops = results.filter(({ command }) => command === 'stop_immediately');
  expect(stops).toHaveLength(1);
  // A server that does not confirm it within half a second gets it by the call too, as the same stop.
  expect(acts.filter(([act, id]) => act !== 'stop_immediately' || id !== stops[0]?.id)).toEqual([]);
});

it('[STOPWAY1] a stop passes six requests that hold every connection of the browser', async () => {
  await open(support, OTHER);
  await eventually(() => button(support, 'Stop Immediately').getAttribute('aria-disabled')).not.toBe('true');
  const { total } = await asked(customer, getCommands, { serial: OTHER });
  const address = `/api/${addressOf(getWait, { serial: OTHER, event: 'sync' })}`;
  await button(support, 'Stop Immediately').click();
  // Long polls of the page: none is answered while the device confirms nothing of this kind.
  const held = await support.evaluateHandle(
    ([path, token]) => {
      const leaving = new AbortController();
      const requests = { firstEndAt: Infinity, end: () => leaving.abort() };
      const done = () => {
        requests.firstEndAt = Math.min(requests.firstEndAt, Date.now());
      };
      for (let n = 0; n < 6; n += 1)
        fetch(`${path}?n=${String(n)}`, { signal: leaving.signal, headers: { authorization: `Bearer ${token}` } }).then(done, done);
      return requests;
    },
    [address, await tokenOf(support)] as const,
  );
  await button(support, 'Yes').click();
  await eventually(async () => (await asked(customer, getCommands, { serial: OTHER })).total).toBe(total + 1);
  const { results } = await asked(customer, getCommands, { serial: OTHER });
  const [stopAt = NaN] = results.filter(({ command }) => command === 'stop_immediately').map(({ given_at }) => Date.parse(given_at));
  // The server ends a long poll after ten seconds.
  expect(stopAt).toBeLessThan(await held.evaluate(({ firstEndAt }) => firstEndAt));
  await held.evaluate(({ end }) => end());
});

const stopPlace = () => support.getByRole('region', { name: 'Stop', exact: true });
/** Stops Lumion 04 without a connection, on its page. */
async function failStop(): Promise<void> {
  await eventually(() => button(support, 'Stop Immediately').getAttribute('aria-disabled')).not.toBe('true');
  await support.context().setOffline(true);
  await support.getByText('No internet connection found.').waitFor();
  await button(support, 'Stop Immediately').click();
  await button(support, 'Yes').click();
  await stopPlace().getByText('Lumion 04 NOT stopped: no connection.').waitFor();
}

it('[STOPWAY4] without a connection a stop fails in red in its own place and on every screen, also after a reload, until it is closed', async () => {
  await open(support, SERIAL);
  const place = stopPlace();
  const notice = support.getByRole('alert').getByText('Lumion 04 NOT stopped: no connection. Use the stop button on the robot.');
  await failStop();
  await place.getByText('The command is not sent to Lumion 04').waitFor();
  await support.context().setOffline(false);
  await support.getByRole('link', { name: 'Dashboard' }).click();
  await notice.waitFor();
  await support.reload();
  await notice.waitFor();
  // Requests that were on their way when the connection was lost.
  expect(browser.complaints().filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await button(support, 'Close the notice about Lumion 04').click();
  await eventually(() => notice.count()).toBe(0);
  await open(support, SERIAL);
  await eventually(() => button(support, 'Stop Immediately').getAttribute('aria-disabled')).not.toBe('true');
  expect(await notice.count()).toBe(0);
});

/** Whether nothing covers an element, neither the edge of the window nor another element. */
const isInView = (part: Locator) =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
    return corners.every((found) => element.contains(found));
  });

const edgesOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect());

it.each([
  [390, 844],
  [1440, 900],
])('[STOPWAY13] on a page that scrolls the notice of a failed stop stays in view, on %d x %d', async (width, height) => {
  await support.setViewportSize({ width, height });
  await open(support, SERIAL);
  await failStop();
  await support.context().setOffline(false);
  await visit(support, `/device/configuration?device_serial=${SERIAL}`);
  const place = stopPlace();
  const notice = support.getByRole('alert').filter({ hasText: 'Lumion 04 NOT stopped' });
  await place.waitFor();
  // The page becomes longer while its data arrive.
  await eventually(async () => {
    await support.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    return (await edgesOf(place)).bottom;
  }).toBeLessThan(0);
  await eventually(() => isInView(notice)).toBe(true);
  expect(await notice.count()).toBe(1);
  await notice.getByRole('button', { name: /^Close/ }).click();
  await eventually(() => notice.count()).toBe(0);
  await support.setViewportSize({ width: 1440, height: 900 });
  await open(support, SERIAL);
  expect(browser.complaints().filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

it('[LOW2] in a low window Retry and Close of a failed stop are in view, and the Stop of the page is in reach', async () => {
  await open(support, SERIAL);
  await failStop();
  await support.context().setOffline(false);
  await open(support, OTHER);
  const notice = support.getByRole('alert').filter({ hasText: 'Lumion 04 NOT stopped' });
  const close = notice.getByRole('button', { name: /^Close/ });
  await eventually(() => button(support, 'Stop Immediately').getAttribute('aria-disabled')).not.toBe('true');
  for (const [width, height] of [
    [390, 400],
    [320, 256],
    [844, 390],
  ] as const) {
    await support.setViewportSize({ width, height });
    for (const part of [notice.getByRole('button', { name: /^Retry/ }), close]) await eventually(() => isInView(part)).toBe(true);
    await button(support, 'Stop Immediately').click({ trial: true });
  }
  await support.setViewportSize({ width: 1440, height: 900 });
  expect(browser.complaints().filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await close.click();
  await eventually(() => notice.count()).toBe(0);
  await open(support, SERIAL);
});

it('[STOPWAY14] over an open question a failed stop is read, reached by Tab and retried; neither covers the other', async () => {
  await open(support, SERIAL);
  await failStop();
  await support.context().setOffline(false);
  await open(support, OTHER);
  const failed = support.getByRole('region', { name: 'Failed stops' });
  const retry = failed.getByRole('button', { name: 'Retry the stop of Lumion 04' });
  await eventually(() => button(support, 'Stop Immediately').getAttribute('aria-disabled')).not.toBe('true');
  for (const [width, height] of [
    [390, 844],
    [320, 400],
    [320, 256],
    [1440, 900],
  ] as const) {
    await support.setViewportSize({ width, height });
    await button(support, 'Stop Immediately').click();
    await failed.getByText('Lumion 04 NOT stopped: no connection.').waitFor();
    await focused(button(support, 'No'));
    for (const part of [retry, failed.getByRole('button', { name: /^Close/ }), button(support, 'No'), button(support, 'Yes')])
      await eventually(() => isInView(part)).toBe(true);
    await support.keyboard.press('Tab');
    await support.keyboard.press('Tab');
    await focused(retry);
    await support.keyboard.press('Escape');
    await eventually(() => failed.count()).toBe(0);
  }
  await button(support, 'Stop Immediately').click();
  await retry.dblclick();
  await eventually(() => failed.count()).toBe(0);
  await button(support, 'No').click();
  expect(browser.complaints().filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await open(support, SERIAL);
  await stopPlace().locator('[aria-live=polite]').getByText('Stop done,').waitFor();
});

it('[STOPWAY14] the menu of a small screen leaves room for a failed stop', async () => {
  await open(support, SERIAL);
  await failStop();
  await support.context().setOffline(false);
  await support.setViewportSize({ width: 390, height: 844 });
  await button(support, 'Menu').click();
  const menu = support.getByRole('dialog', { name: 'Menu' });
  const failed = support.getByRole('region', { name: 'Failed stops' });
  const close = failed.getByRole('button', { name: /^Close/ });
  await eventually(() => isInView(close)).toBe(true);
  // The notice grows with what the robot reports meanwhile.
  const lengthBetween = async (above: Locator) => (await edgesOf(failed)).top - (await edgesOf(above)).bottom;
  await eventually(() => lengthBetween(menu)).toBe(0);
  // The place of the toasts: the page has no other notice below it.
  await eventually(() => lengthBetween(support.locator('[data-corner]'))).toBeGreaterThanOrEqual(0);
  await close.click();
  await support.keyboard.press('Escape');
  await support.setViewportSize({ width: 1440, height: 900 });
  expect(browser.complaints().filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

it('[DEV-012] [DEV-015] [DEV-017] [HOLD1] [COMMAND7] another person takes over after a question, and the former holder is informed at once', async () => {
  await open(customer, SERIAL);
  await customer.getByText('You are not in control, in control now: Chloé Lambert').waitFor();
  await button(customer, 'Request Control').click();
  await customer
    .getByRole('alertdialog')
    .getByText(/^Chloé Lambert is in control of Lumion 04 since .*\d\d:\d\d and will be told that you take over\.$/)
    .waitFor();
  await button(customer, 'Yes').click();
  await toast(support, 'Control was taken over by Els Peeters').waitFor();
  await support.getByText('You are not in control, in control now: Els Peeters').waitFor();
  await customer.getByText('You are in control').waitFor();
  await eventually(() => button(support, 'Reload Config').getAttribute('aria-disabled')).toBe('true');
});

it('[DEV-014] [DEV-016] [DEV-073] [LIVE-017] control is given back, and everybody sees that nobody has it', async () => {
  await button(customer, 'Release Control').click();
  for (const page of [customer, support]) await page.getByText('You are not in control, in control now: Nobody').waitFor();
  await eventually(() => newest(support)).toEqual(['Release Control', 'Els Peeters', 'Els Peeters', 'Done']);
});

it.each([
  [320, 568],
  [390, 844],
  [768, 1024],
  [1180, 820],
  [1440, 900],
])(
  '[DEV-074] [STILL1] [STILL6] a stop and all commands keep their places when control comes and goes, on %d x %d',
  async (width, height) => {
    await support.setViewportSize({ width, height });
    await open(support, SERIAL);
    const stop = button(support, 'Stop Immediately');
    const commands = support.getByRole('region', { name: 'Commands', exact: true }).getByRole('button');
    const placeOf = async () => [
      (await stop.boundingBox())?.y,
      ...(await commands.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().y)))),
    ];
    await support.getByText('You are not in control, in control now: Nobody').waitFor();
    await eventually(() => stop.getAttribute('aria-disabled')).not.toBe('true');
    const before = await placeOf();
    await button(support, 'Request Control').click();
    await support.getByText('You are in control').waitFor();
    expect(await placeOf()).toEqual(before);
    await button(support, 'Release Control').click();
    await support.getByText('You are not in control, in control now: Nobody').waitFor();
    expect(await placeOf()).toEqual(before);
  },
);

it('[DEV-068] [DEV-074] a stop needs no control and no mouse', async () => {
  await support.setViewportSize({ width: 1440, height: 900 });
  await open(support, OTHER);
  const stop = button(support, 'Stop Immediately');
  // A device that is not known to be online yet cannot be stopped.
  await eventually(() => stop.getAttribute('aria-disabled')).not.toBe('true');
  await stop.focus();
  await support.keyboard.press('Enter');
  await focused(button(support, 'No'));
  await support.keyboard.press('Tab');
  await focused(button(support, 'Yes'));
  await support.keyboard.press('Enter');
  await eventually(() => newest(support)).toEqual(['Stop Immediately', 'Chloé Lambert', 'Nobody', expect.stringMatching(/^Done/)]);
});

it.each(['events', 'logs', 'detail'])(
  '[STOP1] the %s page has the Stop of its device, and says in green in its place that it is done',
  async (name) => {
    await visit(support, `/device/${name}?device_serial=${OTHER}`);
    const place = support.getByRole('region', { name: 'Stop', exact: true });
    const stop = place.getByRole('button', { name: 'Stop Immediately', exact: true });
    await eventually(() => stop.getAttribute('aria-disabled')).not.toBe('true');
    for (const width of [390, 1440]) {
      await support.setViewportSize({ width, height: 844 });
      expect(await stop.boundingBox()).toMatchObject({ height: expect.any(Number) });
      await stop.click({ trial: true });
    }
    const before = await stop.boundingBox();
    await stop.click();
    await support
      .getByRole('alertdialog')
      .getByText('Stop Lumion 03 immediately. It stops where it stands. A treatment in progress ends.')
      .waitFor();
    await button(support, 'Yes').click();
    await place.locator('[aria-live=polite]').getByText('Stop done,').waitFor();
    expect(await stop.boundingBox()).toEqual(before);
  },
);

it('[GAP-96] [DEV-067] a hostile serial in the address becomes no command and no path', async () => {
  acts = [];
  const paths: string[] = [];
  support.on('request', (request) => paths.push(decodeURIComponent(request.url())));
  await open(support, encodeURIComponent(`../machine/${SERIAL}/stop_immediately?x=`));
  await support.getByText(`Device ../machine/${SERIAL}/stop_immediately?x= not found`).waitFor();
  expect(await button(support, 'Stop Immediately').count()).toBe(0);
  expect(paths.filter((path) => path.includes('/api/') && path.includes('..'))).toEqual([]);
  expect(acts).toEqual([]);
});
