import type { Browser, Page } from 'playwright-core';
import type { Cluster } from '../../cluster/openCluster.ts';
import { chromiumPath, openChromium } from '../support/chromium.ts';
import { until } from '../support/until.ts';
import { personIn } from './operator.ts';

/** The number of screens shown and of stops made in a browser, and the failures meanwhile. */
export interface Played {
  readonly screens: number;
  readonly stops: number;
  /** Requests without an answer or with a refusal, and every sign-in that was asked for. */
  readonly failures: readonly string[];
}

/** A person who works on one device in a real browser, screen after screen. */
export interface Shift {
  /** Plays rounds of screens and a stop until `run` resolves, and then one more full round. */
  readonly playMeanwhile: (run: () => Promise<void>) => Promise<Played>;
  readonly close: () => Promise<void>;
}

/** Timeout for any step, on a busy machine, in ms. */
const PATIENCE_MS = 90_000;
const SCREENS = ['Logs', 'Events', 'Configuration', 'Treatments', 'Maintenance', 'State'];
/** A navigation cuts off what the screen before has asked for. */
const CUT_OFF = 'net::ERR_ABORTED';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Signs in as a person of the demo does: in the popup, which holds the current code. */
async function signInAt(page: Page, { url, accounts }: Cluster): Promise<void> {
  const { email, password } = personIn(accounts, 'license_support_engineer');
  await page.goto(url);
  await page.getByLabel('Email').fill(email);
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page, 'Log in').click()]);
  await popup.getByLabel('Password').fill(password);
  await until('the code of the demo', async () => (await popup.getByLabel('Code').inputValue()) !== '');
  await button(popup, 'Log in').click();
  await page.getByRole('button', { name: /Account menu/ }).waitFor();
}

/** Collects what fails on a page from now on. Static files count too, since a page that was loaded before a restart still loads its parts. */
function failuresOf(page: Page): readonly string[] {
  const failures: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== CUT_OFF) failures.push(`${reason} ${new URL(request.url()).pathname}`);
  });
  page.on('popup', () => failures.push('a sign-in was asked for'));
  return failures;
}

/** Stops the device and waits until the command list shows the stop as done, whether it was sent over the socket or as a call. */
async function stopDevice(page: Page): Promise<void> {
  const newest = page.getByRole('region', { name: 'Recent commands' }).locator('tbody tr').first();
  const timeOf = async () => (await newest.isVisible()) && (await newest.locator('td').first().innerText());
  const before = await timeOf();
  await button(page, 'Stop Immediately').click();
  await button(page, 'Yes').click();
  await until('a stop that is done', async () => {
    const text = await newest.innerText();
    return (await timeOf()) !== before && /Stop Immediately[^]*Done/.test(text);
  });
}

/** Opens a page, signs in and takes control of a device, which need not be connected before `ready` resolves. */
export async function openShift(cluster: Cluster, serial: string, ready: Promise<unknown>): Promise<Shift> {
  const browser: Browser = await openChromium(await chromiumPath());
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, reducedMotion: 'reduce' });
  page.context().setDefaultTimeout(PATIENCE_MS);
  await signInAt(page, cluster);
  await ready;
  const show = async (screen: string) => {
    await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).first().click();
    await page.getByRole('banner').getByText(screen, { exact: true }).waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  };
  await page.goto(`${cluster.url}/device/commands?device_serial=${serial}`);
  await button(page, 'Request Control').click();
  await page.getByText('You are in control').waitFor();
  const playRound = async () => {
    for (const screen of SCREENS) await show(screen);
    await show('Commands');
    await stopDevice(page);
  };
  return {
    playMeanwhile: async (run) => {
      const failures = failuresOf(page);
      let [rounds, isOver] = [0, false];
      const play = async () => {
        for (let isLast = false; !isLast; rounds += 1) {
          isLast = isOver;
          await playRound();
        }
      };
      const playing = play();
      await run();
      isOver = true;
      await playing;
      return { screens: rounds * (SCREENS.length + 1), stops: rounds, failures };
    },
    close: () => browser.close(),
  };
}
