import { afterEach, expect, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';
import { ask } from '../support/store.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

it.each([
  ['[ROLE-002]', 'system_admin', 'System Admin'],
  ['[ROLE-003]', 'license_support_engineer', 'License Support Engineer'],
  ['[ROLE-004]', 'organisation_admin', 'Organisation Admin'],
  ['[ROLE-005]', 'organisation_user', 'Organisation User'],
])(
  '%s [ROLE-001] [SHELL-001] [PROF-001] [PROF-002] [PROF-003] [PROF-004] [PROF-005] as %s one comes in and reads who one is',
  async (_, role, userType) => {
    const { email } = personOf(role);
    const page = await signedInPage(browser, personOf(role), '/profile/account');
    const query =
      'select a.name, a.family_name, l.name as locale from identity_account a join locale l on l.id = a.locale where a.email = $1';
    const [person] = await ask(ownProduct().dataDir, query, [email]);
    const values = page.getByRole('main').getByRole('definition');
    await eventually(() => values.allTextContents()).toEqual([
      person?.['name'],
      person?.['family_name'],
      person?.['locale'],
      email,
      userType,
    ]);
    const terms = page.getByRole('main').getByRole('term');
    await eventually(() => terms.allTextContents()).toEqual(['First name', 'Family name', 'Locale', 'Mail address', 'User type']);
    const groups = page.getByRole('navigation', { name: 'Main' }).getByRole('button');
    await eventually(() => groups.allTextContents()).toEqual(expect.arrayContaining(['Fleet Overviews', 'Device']));
  },
);
