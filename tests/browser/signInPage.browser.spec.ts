import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { complaintsOf, eventually, focused, personOf, popupOf, testBrowser } from '../support/pages.ts';

const REFUSED = 'This application is only available to Serra Robotics employees';
const STRANGER = 'somebody@elsewhere.example';

// On a slow machine the pause before the click is long enough for the early check of the address, which may be answered last.
const browser = testBrowser({ isExpected: (complaint) => /403 .*login_method/.test(complaint) });
afterEach(async () => {
  await browser.closePages();
});

async function rootPage(address = '/', context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await browser.newContext())).newPage();
  await page.goto(address);
  await page.getByLabel('Email').waitFor();
  return page;
}

it('[SIGN-001] [SIGN-002] [SIGN-003] [SIGN-004] [SIGN-005] [SIGN-007] [SIGN-008] [MSG-002] the root says what it is for and asks who comes', async () => {
  const page = await rootPage();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByText('This system is for monitoring and controlling the fleet of Serra Robotics.').waitFor();
  expect(await page.getByTestId('welcome').getByRole('heading', { level: 1 }).textContent()).toBe('Welcome to Orangery');
  const config: unknown = await (await fetch(`${ownProduct().url}/config.json`)).json();
  for (const [name, setting] of [
    ['Live data graphs', 'live_data_graphs_url'],
    ['Device text logs', 'device_text_logs_url'],
  ] as const) {
    const link = page.getByRole('link', { name });
    expect(config).toHaveProperty(setting, await link.getAttribute('href'));
    expect(await link.getAttribute('target')).toBe('_blank');
  }
  expect(await page.getByLabel('Email').inputValue()).toBe('');
  await eventually(() => page.getByRole('button', { name: 'Log in' }).isEnabled()).toBe(true);
});

it.each([
  ['no-preference', '0.7s'],
  ['reduce', '0s'],
] as const)('[SIGN-006] [CONST-002] where motion is "%s" the card fades in for %s', async (reducedMotion, length) => {
  const page = await rootPage('/', await browser.newContext({ reducedMotion }));
  const card = page.getByTestId('welcome');
  expect(await card.evaluate((element) => getComputedStyle(element).animationDuration)).toBe(length);
});

it('[SIGN-010] [SIGN-012] [EMAIL1] an address given in the link or typed stands there in lower case', async () => {
  const page = await rootPage('/?login_hint=An.Verhoeven%40SerraRobotics.example');
  await eventually(() => page.getByLabel('Email').inputValue()).toBe('an.verhoeven@serrarobotics.example');
  await page.getByLabel('Email').fill('An@X.COM');
  await eventually(() => page.getByLabel('Email').inputValue()).toBe('an@x.com');
  await page.getByLabel('Email').clear();
  await page.getByLabel('Email').pressSequentially('Els.PEETERS@x');
  await eventually(() => page.getByLabel('Email').inputValue()).toBe('els.peeters@x');
  await page.getByLabel('Email').press('ArrowLeft');
  await page.getByLabel('Email').pressSequentially('AB');
  await eventually(() => page.getByLabel('Email').inputValue()).toBe('els.peeters@abx');
});

it('[SIGN-013] [SIGN-016] [SIGN-017] [SIGN-018] [SIGN-025] [MSG-003] [ROLE-017] [ROLE-018] a stranger is asked about without any proof, and goes no further', async () => {
  const context = await browser.newContext();
  const page = await rootPage('/', context);
  await page.getByLabel('Email').fill(STRANGER.toUpperCase());
  const [request] = await Promise.all([page.waitForRequest('**/api/login_method'), page.getByRole('button', { name: 'Log in' }).click()]);
  const headers = await request.allHeaders();
  expect([request.method(), request.postDataJSON()]).toEqual(['POST', { email: STRANGER }]);
  // A cookie would come from a gateway in front of the server: the console has none. Source: ORIGIN1.
  expect(Object.keys(headers)).not.toContain('authorization');
  expect(Object.keys(headers)).not.toContain('cookie');
  await page.getByText(REFUSED).waitFor();
  await eventually(() => page.getByLabel('Email').inputValue()).toBe('');
  await focused(page.getByLabel('Email'));
  await eventually(() => page.getByRole('button', { name: 'Log in' }).isEnabled()).toBe(true);
  expect(context.pages()).toEqual([page]);
});

it('[SIGN-009] [SIGN-014] [SIGN-015] [SIGN-019] [SIGN-020] [MSG-001] [CONST-003] Enter opens the popup, and the page waits for it until Cancel', async () => {
  const page = await rootPage();
  const button = page.getByRole('button', { name: 'Log in' });
  const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const ready = await colour();
  await page.getByLabel('Email').fill(personOf('system_admin').email);
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByLabel('Email').press('Enter')]);
  await popup.getByLabel('Password').waitFor();
  await eventually(() => popup.evaluate(() => [innerWidth, innerHeight])).toEqual([450, 600]);
  await eventually(() => popup.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(600);
  await page.getByRole('status').filter({ hasText: 'Signing you in in popup window...' }).waitFor();
  await eventually(() => button.isDisabled()).toBe(true);
  await eventually(colour).not.toBe(ready);
  await Promise.all([popup.waitForEvent('close'), page.getByRole('button', { name: 'Cancel' }).click()]);
  await eventually(() => button.isEnabled()).toBe(true);
  await eventually(colour).toBe(ready);
});

it('[SIGN-011] [SIGN-020] a popup closed by hand ends the waiting, and the address is remembered for the next visit', async () => {
  const { email } = personOf('license_support_engineer');
  const page = await rootPage(`/?login_hint=${email}`);
  const popup = await popupOf(page);
  await popup.close();
  await eventually(() => page.getByRole('button', { name: 'Log in' }).isEnabled()).toBe(true);
  await eventually(() => page.getByRole('status').count()).toBe(0);
  const later = await rootPage('/', page.context());
  await eventually(() => later.getByLabel('Email').inputValue()).toBe(email);
});

it('[SIGN-014] a browser that blocks the popup gets a button of its own for it', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const open = window.open.bind(window);
    let isBlocked = true;
    window.open = (...features) => {
      if (!isBlocked) return open(...features);
      isBlocked = false;
      return null;
    };
  });
  const page = await rootPage(`/?login_hint=${personOf('organisation_user').email}`, context);
  await page.getByRole('button', { name: 'Log in' }).click();
  await popupOf(page, 'Open the sign-in window');
  await page.getByRole('status').filter({ hasText: 'Signing you in in popup window...' }).waitFor();
});

it('[SIGN-016] [GAP-54] without a network nothing is shown, and the button works again', async () => {
  const context = await browser.newContext();
  // Before the page loads, which checks a given address ahead.
  await context.route('**/api/login_method', (route) => route.abort());
  const page = await rootPage(`/?login_hint=${personOf('organisation_admin').email}`, context);
  await Promise.all([page.waitForEvent('requestfailed'), page.getByRole('button', { name: 'Log in' }).click()]);
  await eventually(() => page.getByRole('button', { name: 'Log in' }).isEnabled()).toBe(true);
  expect(await page.getByText(REFUSED).count()).toBe(0);
  expect(page.context().pages()).toEqual([page]);
  expect(new Set((await complaintsOf(browser, 1)).map((complaint) => complaint.includes('net::ERR_FAILED')))).toEqual(new Set([true]));
  await context.unroute('**/api/login_method');
  await popupOf(page);
});

const login = '**/api/login_method';
/** Script that notes on the root element that the page has read the body of an answer to its end. */
const NOTES_READ_BODIES = `
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function () {
    const piece = await read.call(this);
    if (piece.done) document.documentElement.dataset.readBody = '';
    return piece;
  };
`;

/** Opens the page for an address, and waits until it has read the answer about it, which is the first one that it reads in pieces. */
async function checkedAhead(page: Page, email: string): Promise<void> {
  await page.addInitScript(NOTES_READ_BODIES);
  await Promise.all([page.waitForResponse(login), page.goto(`/?login_hint=${email}`)]);
  await page.locator('html[data-read-body]').waitFor();
}

it('[SIGN-013] [SIGN-014] an address that was checked ahead opens the popup within the click, as WebKit wants it', async () => {
  const context = await browser.newContext();
  // As in WebKit: a popup that opens after an answer was not opened by the person.
  await context.addInitScript(() => {
    const open = window.open.bind(window);
    let isClick = false;
    window.addEventListener(
      'click',
      () => {
        isClick = true;
        // The tasks of promises still belong to the click; the next message does not.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => (isClick = false));
        port1.start();
        port2.postMessage(null);
      },
      true,
    );
    window.open = (...features) => (isClick ? open(...features) : null);
  });
  const page = await context.newPage();
  await checkedAhead(page, personOf('organisation_user').email);
  await popupOf(page);
});

it('[SIGN-016] [SIGN-017] [SIGN-018] an address that is refused after all loses its popup again', async () => {
  const page = await (await browser.newContext()).newPage();
  await checkedAhead(page, personOf('organisation_admin').email);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(login, async (route) => {
    await answered;
    await route.fulfill({ status: 403, json: { error: 'NotAllowed: gone' } });
  });
  const popup = await popupOf(page);
  const closed = popup.waitForEvent('close');
  answer();
  await closed;
  await page.getByText(REFUSED).waitFor();
  await eventually(() => page.getByLabel('Email').inputValue()).toBe('');
  for (const complaint of await complaintsOf(browser, 1)) expect(complaint).toMatch(/403 .*login_method/);
});

const FORBIDDEN = `
  const forbid = { get: () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); } };
  for (const name of ['sessionStorage', 'localStorage', 'indexedDB']) Object.defineProperty(window, name, forbid);
`;

it.each([
  ['blocked cookies and storage', FORBIDDEN, 'This browser blocks cookies and storage for this site'],
  [
    'no secure connection',
    "Object.defineProperty(window, 'isSecureContext', { value: false });",
    'The console works over a secure connection only',
  ],
])('[SUPPORT1] %s is a page that says so', async (_, script, text) => {
  const context = await browser.newContext();
  await context.addInitScript(script);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByText(text).waitFor();
  await page.getByRole('button', { name: 'Try Again' }).waitFor();
});

it('[BLANK1] a start whose first script does not come is a sentence, not a blank page', async () => {
  const context = await browser.newContext();
  await context.route('**/*.js', (route) => route.abort());
  const page = await context.newPage();
  await page.goto('/');
  await page.getByText('The console is being loaded. If this stays, it could not be loaded').waitFor();
  for (const complaint of await complaintsOf(browser, 1)) expect(complaint).toMatch(/Failed to load resource/);
});

it('[BLANK1] the sentence goes when the console is there', async () => {
  const page = await rootPage();
  expect(await page.getByText('The console is being loaded').count()).toBe(0);
});
