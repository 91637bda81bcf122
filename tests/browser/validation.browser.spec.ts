import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

const browser = testBrowser();

const title = (page: Page, name: string) => page.getByRole('banner').getByRole('heading', { name, level: 1, exact: true });
const group = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Validation', exact: true });
const rows = (page: Page) => page.locator('tbody tr.row');
const heading = (page: Page) => page.getByRole('heading', { level: 2, name: /^Results/ });
const results = (page: Page) => page.getByRole('heading', { level: 2, name: /^Results: \d+$/ });

it('[SYNC-001] [SYNC-002] [SYNC-004] [SYNC-008] [SYNC-009] [SHELL-015] [ROLE-013] a system_admin finds the group, validates both types, and reads what was found', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/dashboard');
  await group(page).click();
  await page.getByRole('link', { name: 'Cognito', exact: true }).click();
  await title(page, 'Cognito').waitFor();
  await heading(page).waitFor();
  await page.getByRole('button', { name: 'Validate' }).click();
  // Every validation ends with what was compared.
  await rows(page).filter({ hasText: 'Compared: accounts' }).first().waitFor();
  await page.getByRole('link', { name: 'Organisations', exact: true }).click();
  await title(page, 'Organisations').waitFor();
  await heading(page).waitFor();
  await page.getByRole('button', { name: 'Validate' }).click();
  await rows(page).filter({ hasText: 'Nobody belongs to the authentication group' }).first().waitFor();
  const shown = async () => Number((await results(page).textContent())?.replaceAll(/\D/g, ''));
  const listed = async () =>
    Number(
      (
        await page
          .getByRole('navigation', { name: /^Pages of/ })
          .locator('> span')
          .textContent()
      )?.replace(/^.* of /, ''),
    );
  await eventually(async () => (await shown()) - (await listed())).toBe(0);
  expect(await page.locator('main [role=alert]').count()).toBe(0);
});

it('[GAP-51] [SYNC-003] [ROLE-013] who is no system_admin comes by link to the first permitted entry, and has no such group', async () => {
  const page = await signedInPage(browser, personOf('license_support_engineer'), '/nimbus/organisations');
  await title(page, 'Dashboard').waitFor();
  await eventually(() => new URL(page.url()).pathname).toBe('/dashboard');
  await eventually(() => group(page).count()).toBe(0);
  await visit(page, '/nimbus/cognito');
  await page.getByText('There is no page /nimbus/cognito').waitFor();
  await page.waitForURL('**/dashboard');
});
