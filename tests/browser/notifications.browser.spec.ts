import { getNotificationSettings } from '#contract/notification';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { until } from '../support/until.ts';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';

const SETTINGS = '**/api/notifications/settings';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('organisation_user'), '/profile/notifications');
});

const box = (serial: string): Locator => page.getByRole('checkbox', { name: new RegExp(`${serial}$`) });
const rows = () => page.locator('tbody tr.row');
const isOn = (serials: readonly string[]) => Promise.all(serials.map((serial) => box(serial).isChecked()));

it('[PROF-006] [PROF-012] [PROF-020] [MSG-092] what repeats the row above is blank, and who has no telephone is informed', async () => {
  await eventually(() => rows().count()).toBe(4);
  await eventually(() => rows().allInnerTexts()).toEqual([
    expect.stringMatching(/^Hortus Noord\s+Divo 02\s+DV-0102/),
    expect.stringMatching(/^\s*Divo 05\s+DV-0105/),
    expect.stringMatching(/^Maasdijk Paprika\s+Lumion 12\s+LF-0170-24/),
    expect.stringMatching(/^\s*Lumion 13\s+LF-0171-24/),
  ]);
  const note = 'No subscriptions found, are the notifications enabled in your Serra Robotics Application?';
  await page.getByText(note).waitFor();
});

it('[PROF-015] [CALL-029] quick clicks while the first is being saved are all kept, also after a reload', async () => {
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  await page.route(SETTINGS, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const clicked = ['DV-0102', 'DV-0105', 'LF-0171-24'];
  for (const serial of clicked) await box(serial).click();
  await eventually(() => isOn(clicked)).toEqual([true, true, true]);
  free();
  await eventually(async () => {
    const { settings } = await asked(page, getNotificationSettings);
    return clicked.map((serial) => settings[serial]?.mobile_push);
  }).toEqual([true, true, true]);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await page.getByText('3 selected').waitFor();
  await eventually(() => isOn(clicked)).toEqual([true, true, true]);
  await eventually(() => box('LF-0170-24').isChecked()).toBe(false);
});

/** A browser in a test has no push service, and nobody who allows notifications: the page gets both. The worker is the browser's own. */
const WITH_PUSH_SERVICE = `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  let subscribed = null;
  const made = () => ({
    toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/a-test', keys: { p256dh: 'B' + 'A'.repeat(86), auth: 'A'.repeat(22) } }),
    unsubscribe: async () => { subscribed = null; return true; },
  });
  PushManager.prototype.getSubscription = async () => subscribed;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (new Uint8Array(applicationServerKey).length !== 65) throw new Error('not a key');
    return (subscribed = made());
  };
`;

/** Delivers a push message to the console's worker, as a push service does. */
async function deliver(to: Page, data: object): Promise<void> {
  const session = await to.context().newCDPSession(to);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push/'));
      if (own !== undefined) resolve(own.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(to.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: JSON.stringify(data) });
}

/** Returns what the console's worker shows from now on: a browser without a screen shows nothing itself. */
async function shownBy(one: Page): Promise<() => Promise<unknown>> {
  const worker = await until('the worker', () =>
    one
      .context()
      .serviceWorkers()
      .find((known) => known.url().endsWith('/push.js')),
  );
  await worker.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void seen.push([title, options?.body, options?.tag, options?.silent, options?.data]);
  });
  return () => worker.evaluate(() => Reflect.get(globalThis, 'seen'));
}

it('[PUSH3] [PUSH4] [PUSH5] [PUSH6] this browser is registered, shows what is pushed to it, and is ended', async () => {
  const notified = await signedInPage(
    {
      newContext: async (options) => {
        const context = await browser.newContext({ ...options, serviceWorkers: 'allow' });
        await context.addInitScript(WITH_PUSH_SERVICE);
        return context;
      },
    },
    personOf('organisation_user'),
    '/profile/notifications',
  );
  const own = notified.getByRole('region', { name: 'Browsers that notify you' });
  await own.getByRole('button', { name: 'Notify this browser' }).click();
  await own.getByText(/^This browser \(Chrome, .+\) notifies you\.$/).waitFor();
  await notified.getByText('No subscriptions found').waitFor({ state: 'detached' });
  const shown = await shownBy(notified);
  const notice = { tag: 'site:1', title: 'Divo 02 is in error', body: 'Docking failed', url: '/device/detail?device_serial=DV-0102' };
  const { title, body, tag, url } = notice;
  await deliver(notified, { ...notice, silent: false, at: 0 });
  await eventually(shown).toEqual([[title, body, tag, false, { url }]]);
  // Another one of its place takes its room, without a sound.
  await deliver(notified, { ...notice, title: 'Hortus Noord: over', silent: true, at: 0 });
  await eventually(shown).toEqual([expect.anything(), ['Hortus Noord: over', body, tag, true, { url }]]);
  await own.getByRole('button', { name: 'Stop notifying' }).click();
  await own.getByRole('button', { name: 'Notify this browser' }).waitFor();
  await notified.getByText('No subscriptions found').waitFor();
  await notified.context().close();
});
