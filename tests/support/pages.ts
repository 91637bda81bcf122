import { chromium, type BrowserContext, type BrowserContextOptions, type Download, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { ownProduct } from './ownProduct.ts';
import { codeOf } from './personCode.ts';
import type { Person } from './product.ts';
import { signedInStorage } from './signedInStorage.ts';

interface ContextOptions extends BrowserContextOptions {
  readonly drawsMaps?: boolean;
}

/** A browser for one test file, and every complaint its pages made. */
export interface TestBrowser {
  /** Opens a browser profile. Without `drawsMaps` it has no WebGL, and a page shows that it cannot draw its map. */
  readonly newContext: (options?: ContextOptions) => Promise<BrowserContext>;
  /** What the consoles of all pages reported since the last call; a test that ends with any of it has failed. */
  readonly complaints: () => readonly string[];
  /** Ends every context, so that no left page takes the machine's time from the next test. */
  readonly closePages: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long a page may take for anything, on a busy machine. */
const PATIENCE_MS = 60_000;

/** Runs in a page before its own scripts: a browser that has no WebGL. */
const WITHOUT_WEBGL = `
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
  };
`;

/** Connects to the worker's browser and collects console errors, warnings of the policy and uncaught errors of its pages. */
export async function openTestBrowser(): Promise<TestBrowser> {
  const browser = await chromium.connect(ownProduct().browser);
  let collected: string[] = [];
  const listen = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') collected.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => collected.push(`uncaught: ${error.message}`));
  };
  const closePages = async () => {
    const contexts = browser.contexts();
    // An answer that is still on its way through a test has nowhere to go any more.
    const routed = contexts.flatMap((context) => [context, ...context.pages()]);
    await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map((context) => context.close()));
  };
  return {
    newContext: async ({ drawsMaps = false, ...options } = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        baseURL: ownProduct().url,
        locale: 'nl-BE',
        // Drawing what moves costs a machine without a graphics card more than all the rest; where motion matters a test asks for it.
        reducedMotion: 'reduce',
        // The worker copies the whole console for every fresh context; the test of its own has it.
        serviceWorkers: 'block',
        ...options,
      });
      // Without a graphics card each map costs three seconds of a processor: only tests that look at one have it.
      if (!drawsMaps) await context.addInitScript(WITHOUT_WEBGL);
      context.on('page', listen);
      context.setDefaultTimeout(PATIENCE_MS);
      return context;
    },
    complaints: () => {
      const all = collected;
      collected = [];
      return all;
    },
    closePages,
    close: async () => {
      await closePages();
      await browser.close();
    },
  };
}

/** The first person of a role that has (or has not yet) a second factor. */
export function personOf(role: string, enrolled = true): Person {
  const found = ownProduct().people.find((person) => person.role === role && person.enrolled === enrolled);
  if (found === undefined) throw new Error(`no demo account of role ${role}`);
  return found;
}

/** Logs in with the address that stands in the field; the popup that opens, once its form is there. */
export async function popupOf(page: Page, button = 'Log in'): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button }).click()]);
  await popup.getByLabel('Password').waitFor();
  return popup;
}

/** Fills the provider's page in the popup. */
export async function fillPopup(popup: Page, password: string, code: string | null): Promise<void> {
  await popup.getByLabel('Password').fill(password);
  if (code !== null) await popup.getByLabel('Code').fill(code);
  await popup.getByRole('button', { name: 'Log in' }).click();
}

/** From the root to the page after sign-in, by hand: e-mail, popup, password, code. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  const popup = await popupOf(page);
  await fillPopup(popup, person.password, person.enrolled ? await codeOf(ownProduct().dataDir, person) : null);
}

/** Expects of what is read again and again, for as long as a page may take on a busy machine. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS });

/** Gathers what a browser complains of until as many as expected have come: it tells of a refused request in its own time. */
export async function complaintsOf(browser: TestBrowser, count: number): Promise<readonly string[]> {
  const all: string[] = [];
  await eventually(() => all.push(...browser.complaints())).toBeGreaterThanOrEqual(count);
  return all;
}

/** Waits until an element has the focus, so that a key goes to it. */
export const focused = (element: Locator) => eventually(() => element.evaluate((one) => one === document.activeElement)).toBe(true);

/** Waits until a page has drawn what it knows, and listens. */
export const painted = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Stands on every private screen at every width, and on no other page. */
export const accountMenuOf = (page: Page): Locator => page.getByRole('button', { name: /Account menu/ });

/** A page of a fresh browser where this person is signed in and stands at an address. The popup is not used: tests of the sign-in use `signIn`. */
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
  // A page of the console's origin that starts nothing.
  await page.goto('/config.json');
  await page.evaluate(([name, text]) => sessionStorage.setItem(name, text), [key, value] as const);
  await page.goto(at);
  await accountMenuOf(page).waitFor();
  return page;
}

/**
 * Follows an address inside the console that a page runs, as a link does: the page is not loaded again. It goes by way of the account's screen, so that
 * nothing of the screen before is left, and the screen is new even where it is the one that was shown.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const account = page.locator('header').getByText('Account', { exact: true }).first();
  await follow(page, '/profile/account');
  await account.waitFor();
  await follow(page, address);
  if (new URL(page.url()).pathname !== '/profile/account') await account.waitFor({ state: 'detached' });
}

const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({ idx: (Number(history.state?.idx) || 0) + 1, key: to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);

/** Shows the state overview with every device of the demo on one page; the browser remembers it for the next visits. */
export async function openStateOverview(page: Page): Promise<void> {
  await page.goto('/fleet/state');
  await page.getByLabel('Rows per page').selectOption('25');
}

/** The content of a file that the page saved. */
export async function savedBytes(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}
