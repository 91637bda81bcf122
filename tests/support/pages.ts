import type { BrowserContext, BrowserContextOptions, Download, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { openChromium } from './chromium.ts';
import { ownProduct } from './ownProduct.ts';
import { codeOf } from './personCode.ts';
import type { Person } from './product.ts';
import { noteRequests } from './pageRequests.ts';
import { signedInStorage } from './signedInStorage.ts';

interface ContextOptions extends BrowserContextOptions {
  readonly drawsMaps?: boolean;
}

/** A browser for one test file, and the errors of its pages. */
export interface TestBrowser {
  /** Creates a browser context. Without `drawsMaps` it has no WebGL, and a page shows that it cannot render its map. */
  readonly newContext: (options?: ContextOptions) => Promise<BrowserContext>;
  /** Returns the console errors of all pages since the last call; a test that ends with any of them fails. */
  readonly complaints: () => readonly string[];
  /** Closes every context, so that no remaining page uses CPU time of the next test. */
  readonly closePages: () => Promise<void>;
}

/** Timeout for any step of a page, on a busy machine, in ms. */
const PATIENCE_MS = 60_000;

/** Init script that removes WebGL from a page. */
const WITHOUT_WEBGL = `
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
  };
`;

/** The browser of this worker: it ends with its process. */
const shared = openChromium(inject('chromium'));

interface Expected {
  /** Whether a console error belongs to what the tests do, e.g. an answer 404. */
  readonly isExpected?: (complaint: string) => boolean;
}

/**
 * Gives the tests of a file the browser of their worker. Console errors, policy warnings and uncaught errors of its pages are collected: none but expected
 * ones are left after a test. The pages are closed after the last one.
 */
export function testBrowser({ isExpected = () => false }: Expected = {}): TestBrowser {
  let collected: string[] = [];
  const listen = (page: Page) => {
    noteRequests(page);
    page.on('console', (message) => {
      if (message.type() === 'error') collected.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => collected.push(`uncaught: ${error.message}`));
  };
  const complaints = () => {
    const all = collected;
    collected = [];
    return all;
  };
  const closePages = async () => {
    const contexts = (await shared).contexts();
    // Routed requests still in flight no longer have a target.
    const routed = contexts.flatMap((context) => [context, ...context.pages()]);
    await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map((context) => context.close()));
  };
  afterEach(() => expect(complaints().filter((complaint) => !isExpected(complaint))).toEqual([]));
  afterAll(closePages);
  return {
    newContext: async ({ drawsMaps = false, ...options } = {}) => {
      const browser = await shared;
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        baseURL: ownProduct().url,
        locale: 'nl-BE',
        // Animations are slow without a graphics card; tests of motion enable them.
        reducedMotion: 'reduce',
        // The service worker caches the whole console for every new context; only its own test enables it.
        serviceWorkers: 'block',
        ...options,
      });
      // Without a graphics card each map takes three seconds of CPU time: only tests of maps enable WebGL.
      if (!drawsMaps) await context.addInitScript(WITHOUT_WEBGL);
      context.on('page', listen);
      context.setDefaultTimeout(PATIENCE_MS);
      return context;
    },
    complaints,
    closePages,
  };
}

/** Returns the first demo user of a role with (or without) a second factor. */
export function personOf(role: string, enrolled = true): Person {
  const found = ownProduct().people.find((person) => person.role === role && person.enrolled === enrolled);
  if (found === undefined) throw new Error(`no demo account of role ${role}`);
  return found;
}

/** Logs in with the address in the field; returns the popup once its form is rendered. */
export async function popupOf(page: Page, button = 'Log in'): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button }).click()]);
  await popup.getByLabel('Password').waitFor();
  return popup;
}

/** Submits the provider's form in the popup. */
export async function fillPopup(popup: Page, password: string, code: string | null): Promise<void> {
  await popup.getByLabel('Password').fill(password);
  if (code !== null) await popup.getByLabel('Code').fill(code);
  await popup.getByRole('button', { name: 'Log in' }).click();
}

/** Signs in through the user interface: e-mail, popup, password, code. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  const popup = await popupOf(page);
  await fillPopup(popup, person.password, person.enrolled ? await codeOf(ownProduct().dataDir, person) : null);
}

/** Polls an assertion until it holds, for as long as a page may take on a busy machine. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS });

/** Collects browser errors until the expected number has arrived: a browser reports a rejected request asynchronously. */
export async function complaintsOf(browser: TestBrowser, count: number): Promise<readonly string[]> {
  const all: string[] = [];
  await eventually(() => all.push(...browser.complaints())).toBeGreaterThanOrEqual(count);
  return all;
}

/** Waits until an element has the focus, so that a key press reaches it. */
export const focused = (element: Locator) => eventually(() => element.evaluate((one) => one === document.activeElement)).toBe(true);

/** Waits until a page has rendered and handles events. */
export const painted = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Shows a page in a colour scheme and a size; resolves once both are rendered. */
export async function renderAs(
  page: Page,
  { colorScheme, ...size }: { readonly colorScheme: 'light' | 'dark'; readonly width: number; readonly height: number },
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(size);
  await page.locator(`html.${colorScheme}`).waitFor();
  await painted(page);
}

/** Waits until nothing moves but what takes seconds, such as the line of a toast: a dialog that appears has no contrast yet. */
export const still = (page: Page) =>
  page.evaluate(async () => {
    const short = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1_000);
    await Promise.all(short.map(({ finished }) => finished));
  });

/** Returns the account menu button, which exists on every private screen at every width, and on no other page. */
export const accountMenuOf = (page: Page): Locator => page.getByRole('button', { name: /Account menu/ });

/** Returns a page of a new context where the user is signed in at an address. It does not use the popup: tests of the sign-in use `signIn`. */
export async function signedInPage(
  browser: Pick<TestBrowser, 'newContext'>,
  person: Person,
  at = '/',
  options: ContextOptions = {},
): Promise<Page> {
  const [page, { key, value }] = await Promise.all([
    browser.newContext(options).then((context) => context.newPage()),
    signedInStorage(ownProduct(), person),
  ]);
  // A page of the console's origin without scripts.
  await page.goto('/config.json');
  await page.evaluate(([name, text]) => sessionStorage.setItem(name, text), [key, value] as const);
  await page.goto(at);
  await accountMenuOf(page).waitFor();
  return page;
}

/**
 * Navigates inside the running console, as a link does, without a reload. It passes the account screen first, so that the previous screen is
 * unmounted and the new one mounts fresh even at the same address.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const account = page.locator('header').getByText('Account', { exact: true }).first();
  await follow(page, '/profile/account');
  await account.waitFor().catch(async (cause: unknown) => {
    // A question about unsaved changes, or a page that asks for signing in, says more than the timeout.
    throw new Error(`The account screen was not shown, but: ${(await page.locator('body').innerText()).slice(-500)}`, { cause });
  });
  await follow(page, address);
  if (new URL(page.url()).pathname !== '/profile/account') await account.waitFor({ state: 'detached' });
}

const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({ idx: (Number(history.state?.idx) || 0) + 1, key: to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);

/** Shows every demo device on one page of the state overview; the browser stores the page size for the next visits. */
export async function showAllDevices(page: Page): Promise<void> {
  await page.getByLabel('Rows per page').selectOption('25');
}

/** Returns the content of a file that the page saved. */
export async function savedBytes(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}
