import type { Page, Request } from 'playwright-core';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { axeFaults } from '../support/axeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, renderAs, signedInPage, testBrowser } from '../support/pages.ts';
import { ask } from '../support/store.ts';

// An account that is shared no more is no longer there for others.
const browser = testBrowser({ isExpected: (text) => /404 .*\/history\/accounts\//.test(text) });
const shots = process.env['SHOTS'] ?? '';
afterEach(async () => {
  await browser.closePages();
});

const LOOKS = [
  ['light', 1440],
  ['dark', 390],
] as const;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notice = (page: Page) => page.getByRole('dialog', { name: 'Your organisation keeps accounts of sessions' });

/** No accessibility fault and nothing wider than the page, light and wide as well as dark and narrow. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of LOOKS) {
    await renderAs(page, { colorScheme, width, height: 844 });
    expect(await axeFaults(page, 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (shots !== '') await page.screenshot({ path: `${shots}/${name}-${String(width)}-${colorScheme}.png` });
  }
  if (shots !== '') {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1180, height: 820 });
      await page.screenshot({ path: `${shots}/${name}-1180-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Turns the switch of the only organisation of an administrator. */
async function turn(page: Page, way: 'on' | 'off'): Promise<void> {
  await page.goto('/users?tab=session_accounts');
  await page.getByRole('button', { name: `Switch ${way} for` }).click();
  await button(page, 'Yes').click();
  await page.getByRole('button', { name: `Switch ${way === 'on' ? 'off' : 'on'} for` }).waitFor();
}

it('[SACCT8] [SACCT9] an administrator switches accounts on; the notice covers no Stop, is confirmed, and is asked again after off and on', async () => {
  const page = await signedInPage(browser, personOf('organisation_admin'), '/users?tab=session_accounts');
  await page.getByText('To keep accounts is to monitor employees').waitFor();
  await page.getByRole('button', { name: 'Switch on for' }).waitFor();
  expect(await notice(page).count()).toBe(0);
  await looksRight(page, 'accounts-switch');
  await turn(page, 'on');
  await notice(page).waitFor();
  await page.goto('/fleet/state');
  await page.locator('a[href^="/device/detail"]').first().click();
  const stop = button(page, 'Stop Immediately');
  await notice(page).waitFor();
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    // It would wait for whatever covered the button.
    await stop.click({ trial: true });
  }
  await looksRight(page, 'accounts-notice');
  await button(page, 'Not now').click();
  await notice(page).waitFor({ state: 'detached' });
  await page.reload();
  await button(page, 'I have read this').click();
  await notice(page).waitFor({ state: 'detached' });
  await page.goto('/history/accounts');
  await page.getByText(/^\d+ lines of this session/).waitFor();
  expect(await notice(page).count()).toBe(0);
  await turn(page, 'off');
  await turn(page, 'on');
  await notice(page).waitFor();
  await turn(page, 'off');
  await eventually(() => notice(page).count()).toBe(0);
});

it('[SACCT13] [PAST14] "Follow the operator" is offered while accounts are on once the notice was read, goes where the person was, and ends with the switch', async () => {
  const page = await signedInPage(browser, personOf('organisation_admin'), '/history/accounts');
  const follow = page.getByRole('button', { name: 'Follow the operator' });
  const moment = page.getByRole('slider', { name: 'Moment' });
  // It is known by then that they are off.
  await page.getByText('accounts of sessions are switched off').waitFor();
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Copy link to this moment' }).waitFor();
  expect(await follow.count()).toBe(0);
  await turn(page, 'on');
  await notice(page).waitFor();
  expect(await follow.count()).toBe(0);
  await button(page, 'I have read this').click();
  await follow.waitFor();
  await button(page, 'History').click();
  await page.getByRole('link', { name: 'Availability', exact: true }).click();
  await page
    .getByRole('heading', { name: /^Availability/ })
    .first()
    .waitFor();
  await moment.focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('You are looking at the past').waitFor();
  await follow.click();
  await moment.press('Home');
  // The log begins before its person is on a screen.
  await eventually(async () => {
    await moment.press('ArrowRight');
    return new URL(page.url()).pathname;
  }).toBe('/users');
  await page.keyboard.press('l');
  await turn(page, 'off');
  await eventually(() => follow.count()).toBe(0);
});

const groupsOf = (email: string) => ask(ownProduct().dataDir, 'select groups::text from identity_account where email = $1', [email]);

/** A person of another organisation, who works for that of the administrator until `back` is called. */
async function movedPerson() {
  const person = personOf('organisation_user');
  const [[own], [admins]] = await Promise.all([groupsOf(person.email), groupsOf(personOf('organisation_admin').email)]);
  const put = (groups: string) =>
    ask(ownProduct().dataDir, 'update identity_account set groups = $1 where email = $2', [groups, person.email]);
  await put(String(admins?.['groups']).replace('organisation_admin', 'organisation_user'));
  return { person, back: () => put(String(own?.['groups'])) };
}

/** The requests that send lines of the account of a session. */
const sending = (request: Request) => request.method() === 'POST' && /\/history\/accounts\/[^/]+$/.test(request.url());
/** Waits until the server has answered a request that sends such lines, one of which has a text; begin it before what causes the request. */
const kept = (page: Page, text: string) =>
  page.waitForResponse((response) => sending(response.request()) && (response.request().postData() ?? '').includes(text));
const rows = (page: Page) => page.getByRole('table', { name: 'Accounts' }).locator('tbody tr');

it('[SACCT10] [SACCT11] [SACCT12] the session is kept from the notice on, goes on after a reload, and is listed, shared, opened and removed', async () => {
  const page = await signedInPage(browser, personOf('organisation_admin'), '/history/accounts');
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (sending(request)) sent.push(request);
  });
  await page.getByText('Nothing of this session is kept: accounts of sessions are switched off.').waitFor();
  await looksRight(page, 'accounts-off');
  await turn(page, 'on');
  await page.goto('/history/accounts');
  await page.getByText('before you have read the notice').waitFor();
  expect(sent).toEqual([]);
  await button(page, 'I have read this').click();
  await page.getByText('2 lines of this session, none was sent yet.').waitFor();
  await page.getByRole('link', { name: 'Availability', exact: true }).click();
  await page.getByRole('link', { name: 'Session Accounts', exact: true }).click();
  // Ten seconds after the begin the first lines are sent: on a slow machine those of the last screens follow.
  await eventually(() => JSON.stringify(sent.map((request) => request.postDataJSON()))).toMatch(
    /recorded from here.*Session Accounts.*Availability.*Session Accounts/,
  );
  // Shared by the switch, at once.
  const [shared] = await Promise.all([kept(page, '"is_shared":true,"lines":[]'), page.getByRole('switch').click()]);
  expect(shared.request().postDataJSON()).toEqual({ is_shared: true, lines: [] });
  // The server has it: a list that is read now shows it.
  await button(page, 'Refresh Data').click();
  await rows(page).getByText('This session').waitFor();
  await rows(page).getByText('Shared', { exact: true }).waitFor();
  await looksRight(page, 'accounts-list');
  const [again] = await Promise.all([kept(page, 'Loaded the console again'), page.reload()]);
  expect(new Set(sent.map((request) => request.url())).size).toBe(1);
  expect(JSON.stringify(again.request().postDataJSON())).toMatch(/"sequence":4,.*Loaded the console again/);
  await rows(page).getByRole('link', { name: 'Open' }).click();
  await page.getByText('Loaded the console again').waitFor();
  expect(new URL(page.url()).searchParams.get('session')).toBe(sent[0]?.url().split('/').at(-1));
  await looksRight(page, 'accounts-lines');
  // Others of the organisation read what is shared, and can neither share nor remove it.
  const { person, back } = await movedPerson();
  onTestFinished(async () => {
    await back();
  });
  const reader = await signedInPage(browser, person, '/history/accounts');
  await rows(reader).getByText('Shared', { exact: true }).waitFor();
  expect(await rows(reader).getByRole('button').count()).toBe(0);
  await rows(reader).getByRole('link', { name: 'Open' }).click();
  await reader.getByText('Loaded the console again').waitFor();
  // For another tab of the person it is an earlier session.
  const other = await page.context().newPage();
  await other.goto('/history/accounts');
  await rows(other).getByRole('button', { name: 'Stop sharing' }).click();
  await rows(other).getByText('Not shared').waitFor();
  await reader.reload();
  await reader.getByText('no such account of a session', { exact: false }).waitFor();
  await rows(other).getByRole('button', { name: 'Remove' }).click();
  await other.getByRole('alertdialog').getByText('Remove what is kept of your session').waitFor();
  await button(other, 'Yes').click();
  await other.getByText('Own sessions are listed once they are kept').waitFor();
  await other.close();
  await turn(page, 'off');
});
