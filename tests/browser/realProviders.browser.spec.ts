import { afterEach, expect, it } from 'vitest';
import { freePort } from '../support/freePort.ts';
import { accountMenuOf, testBrowser } from '../support/pages.ts';
import { glewlwydMissing, startGlewlwyd } from '../support/providers/glewlwyd.ts';
import { lemonldapMissing, startLemonldap } from '../support/providers/lemonldap.ts';
import { startProduct } from '../support/startProduct.ts';

// The pages of a provider are its own: each test looks at the complaints of the console alone.
const browser = testBrowser({ isExpected: () => true });
let opened: { readonly stop: () => Promise<void> }[] = [];
afterEach(async () => {
  await browser.closePages();
  for (const one of opened.toReversed()) await one.stop();
  opened = [];
});

const PROVIDERS = [
  { name: 'LemonLDAP::NG', why: lemonldapMissing(), start: startLemonldap },
  { name: 'Glewlwyd', why: glewlwydMissing(), start: startGlewlwyd },
];

for (const { name, why, start } of PROVIDERS) {
  it.skipIf(why !== null)(
    `[OIDC1] [OIDC3] [OIDC4] [OIDC5] [SIGN-021] signs in at ${name}, for the API and the console${why === null ? '' : `; skipped, ${why}`}`,
    async () => {
      const port = String(await freePort());
      const url = `http://localhost:${port}`;
      const provider = await start(`${url}/signed-in`);
      opened.push(provider);
      opened.push(await startProduct({ ...provider.env, PORT: port }));
      const page = await (await browser.newContext({ baseURL: url })).newPage();
      await page.goto('/profile/account');
      await page.getByLabel('Email').fill(provider.email);
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
      const closed = popup.waitForEvent('close');
      await provider.logIn(popup);
      await closed;
      await accountMenuOf(page).waitFor();
      for (const text of [provider.email, 'System Admin']) await page.getByRole('main').getByText(text).waitFor();
      const devices = page.waitForResponse('**/api/all_devices');
      await page.goto('/fleet/state');
      expect((await devices).status()).toBe(200);
      expect(browser.complaints().filter((complaint) => complaint.includes(url))).toEqual([]);
    },
  );
}
