import { consoleConfig } from '#contract/config';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { accountMenuOf, eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { reportingDevice } from '../support/reportingDevice.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/profile/account');
  await title('Account').waitFor();
});
beforeEach(() => page.setViewportSize({ width: 1440, height: 900 }));

/** The title of a page of a device begins with its name. */
const title = (name: string) => page.getByRole('banner').getByRole('heading', { name: new RegExp(`(?:^|, )${name}$`), level: 1 });
const menu = () => page.getByRole('navigation', { name: 'Main' });
const link = (name: string) => menu().getByRole('link', { name, exact: true });
const group = (name: string) => menu().getByRole('button', { name, exact: true });
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
/** Keeps a toast for as long as the test looks at it: the pointer, which would keep it, is left behind when it moves. */
const hold = (toast: Locator) =>
  toast.getByTestId('toast-life').evaluate((line) => {
    line.style.animationPlayState = 'paused';
  });
const drawer = () => page.getByRole('dialog', { name: 'Menu' });

it('[SHELL-002] [SHELL-003] [SHELL-004] [SHELL-005] [SHELL-006] [SHELL-042] [MSG-009] the account menu has its three entries, and its pages are in no other menu', async () => {
  await link('Dashboard').click();
  await title('Dashboard').waitFor();
  await accountMenuOf(page).click();
  await page.getByRole('menuitem').first().waitFor();
  await eventually(() => page.getByRole('menuitem').allTextContents()).toEqual([
    'Notifications',
    'Account',
    'Keys, and how to ask why',
    'Log Out',
  ]);
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.waitForURL('**/profile/account');
  await title('Account').waitFor();
  await eventually(() =>
    menu()
      .getByText(/^(Account|Notifications)$/)
      .count(),
  ).toBe(0);
});

it('[SHELL-008] [SHELL-009] [SHELL-012] [SHELL-016] [SHELL-029] [SHELL-030] [SHELL-035] [MSG-010] [DASH-001] groups open one at a time and lead to their pages', async () => {
  await page.goto('/profile/account');
  await title('Account').waitFor();
  await eventually(() => link('State Overview').count()).toBe(0);
  await group('Fleet Overviews').click();
  expect(await link('State Overview').getAttribute('href')).toBe('/fleet/state');
  await group('Device').click();
  expect(await link('State').getAttribute('href')).toBe('/device/detail');
  await eventually(() => link('State Overview').count()).toBe(0);
  await group('Device').click();
  await eventually(() => link('State').count()).toBe(0);
  for (const [name, path, of] of [
    ['State Overview', '/fleet/state', 'Fleet Overviews'],
    ['State', '/device/detail', 'Device'],
    ['Dashboard', '/dashboard', null],
  ] as const) {
    if (of !== null) await group(of).click();
    await link(name).click();
    await title(name).waitFor();
    await eventually(() => new URL(page.url()).pathname).toBe(path);
    await eventually(() => link(name).getAttribute('aria-current')).toBe('page');
  }
});

it('[SHELL-017] [SHELL-018] [SHELL-019] [CONST-004] [CONST-005] the sidebar is 260 px wide, or 80 px that widen under the pointer, and stays as it was left', async () => {
  const sidebar = page.getByRole('complementary').first();
  const plate = sidebar.locator('> div');
  await eventually(() => widthOf(sidebar)).toBe(260);
  await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.mouse.move(900, 450);
  await eventually(() => widthOf(plate)).toBe(80);
  await eventually(() => widthOf(sidebar)).toBe(80);
  await eventually(() => sidebar.getByText('Cloud software').count()).toBe(0);
  await page.reload();
  await eventually(() => widthOf(plate)).toBe(80);
  await page.mouse.move(40, 450);
  await eventually(() => widthOf(plate)).toBe(260);
  // It widens over the sheet, which stays where it is.
  await eventually(() => widthOf(sidebar)).toBe(80);
  await sidebar.getByRole('button', { name: 'Keep sidebar open' }).click();
  await eventually(() => widthOf(sidebar)).toBe(260);
});

it('[SHELL-020] [SHELL-022] [CONST-006] below 960 px the menu is a drawer, which closes on navigation and at 960 px', async () => {
  await page.setViewportSize({ width: 959, height: 900 });
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await drawer().getByRole('link', { name: 'Dashboard' }).waitFor();
  await drawer().getByRole('button', { name: 'Fleet Overviews' }).click();
  await drawer().getByRole('link', { name: 'State Overview' }).click();
  await title('State Overview').waitFor();
  await drawer().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await drawer().waitFor();
  await page.setViewportSize({ width: 960, height: 900 });
  await drawer().waitFor({ state: 'detached' });
  await eventually(() => page.getByRole('button', { name: 'Menu', exact: true }).count()).toBe(0);
  await link('Dashboard').waitFor();
});

it('[SHELL-021] a page begins at its top, however far the last one was scrolled', async () => {
  await page.setViewportSize({ width: 1440, height: 260 });
  await page.goto('/profile/account');
  await page.getByText('Mail address').waitFor();
  const sheet = page.getByRole('main');
  const scrolled = () =>
    sheet.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({ scrollTop, hidden: scrollHeight > clientHeight }));
  await eventually(async () => {
    await sheet.evaluate((element) => element.scrollTo(0, 40));
    return scrolled();
  }).toEqual({ scrollTop: 40, hidden: true });
  await link('Dashboard').click();
  await title('Dashboard').waitFor();
  await eventually(scrolled).toEqual({ scrollTop: 0, hidden: true });
});

it('[SHELL-023] [SHELL-024] the foot tells version and year', async () => {
  const { version, company } = consoleConfig.parse(await (await fetch(`${ownProduct().url}/config.json`)).json());
  const foot = page.getByRole('complementary').first().locator('footer');
  await eventually(() => foot.textContent()).toBe(`Cloud software ${version}© ${new Date().getFullYear()} ${company}Times in Belgian time`);
});

it('[LICENSE1] each server has the licences of what the console is made of', async () => {
  const [packages, fonts] = await Promise.all(
    ['licenses', 'licenses-fonts'].map(async (name) => (await fetch(`${ownProduct().url}/${name}.txt`)).text()),
  );
  for (const name of ['react', 'rxjs', 'maplibre-gl', 'world-atlas']) expect(packages).toMatch(new RegExp(`^## ${name} - `, 'm'));
  expect(fonts).toContain('SIL OPEN FONT LICENSE');
});

it('[SHELL-043] [SHELL-044] [SHELL-045] a link chooses the device, which is remembered for the next start', async () => {
  const { serial, name } = await reportingDevice(ownProduct().dataDir);
  const chosen = page.getByRole('combobox', { name: `Device: ${name}` });
  await page.goto(`/device/detail?device_serial=${serial}`);
  await chosen.waitFor();
  await eventually(() => page.evaluate(() => Object.values<string>(localStorage))).toContain(serial);
  await page.goto('/dashboard');
  await title('Dashboard').waitFor();
  await group('Device').click();
  await link('State').click();
  await chosen.waitFor();
});

it.each(['/fleet/state', '/dashboard', '/device/commands', '/incidents/all'])(
  '[TOAST1] on %s a toast covers neither keys of pages nor Stop',
  async (path) => {
    const toast = page.getByRole('status').filter({ hasText: 'There is no page /nowhere' });
    for (const [width, height] of [
      [390, 844],
      [1_440, 900],
      [2_560, 1_440],
    ] as const) {
      await page.setViewportSize({ width, height });
      await visit(page, '/nowhere');
      await hold(toast);
      await visit(page, path);
      const covered = () =>
        toast.evaluate((notice) => {
          const own = notice.getBoundingClientRect();
          return [...document.querySelectorAll('nav[aria-label^="Pages of"] button, [data-stops]')].flatMap((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            const isApart = right <= own.left || left >= own.right || bottom <= own.top || top >= own.bottom;
            return isApart ? [] : [element.textContent];
          });
        });
      await eventually(covered).toEqual([]);
      await page.locator('main').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
      await eventually(covered).toEqual([]);
      await toast.getByRole('button', { name: 'Close' }).click();
      await toast.waitFor({ state: 'detached' });
    }
  },
);

it('[TOAST1] a Stop that comes under a toast later drives it away', async () => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await visit(page, '/nowhere');
  const toast = page.getByRole('status').filter({ hasText: 'There is no page /nowhere' });
  await hold(toast);
  const { x, y } = await boxOf(toast);
  const late = await page.getByRole('main').evaluateHandle(
    (sheet, [left, top]) => {
      const button = Object.assign(document.createElement('button'), { textContent: 'Stop' });
      button.dataset['stops'] = '';
      // Fixed: it changes the size of nothing.
      button.style.cssText = `position: fixed; left: ${left}px; top: ${top}px`;
      sheet.firstElementChild?.append(button);
      return button;
    },
    [x, y],
  );
  await eventually(async () => {
    const box = await boxOf(toast);
    return box.x > x || box.y + box.height < y || box.x + box.width < x;
  }).toBe(true);
  await late.evaluate((button) => button.remove());
  await toast.getByRole('button', { name: 'Close' }).click();
  await toast.waitFor({ state: 'detached' });
});

it('[SHELL-025] a toast leaves the buttons of the open timeline free, wide and on a phone, and waits under the pointer', async () => {
  await page.goto('/profile/account');
  await title('Account').waitFor();
  await page.keyboard.press('t');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.waitFor();
  const toast = page.getByRole('status').filter({ hasText: 'There is no page /nowhere' });
  for (const viewport of [
    { width: 1_440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await visit(page, '/nowhere');
    await toast.hover();
    const [{ x, y, width, height }, bar] = [await boxOf(toast), await boxOf(timeline)];
    expect(y + height).toBeLessThanOrEqual(bar.y);
    expect([x >= 0, x + width <= viewport.width]).toEqual([true, true]);
    await eventually(() => toast.getByTestId('toast-life').evaluate((line) => getComputedStyle(line).animationPlayState)).toBe('paused');
    await toast.getByRole('button', { name: 'Close' }).click();
    await toast.waitFor({ state: 'detached' });
  }
  await page.keyboard.press('t');
});
