import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { settled } from '../support/settled.ts';

/** Two devices at one location, which get one name in this file. */
const SERIALS = ['UV-0009', 'SP-0003'] as const;
const NAME = 'Tweeling';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
});

const main = () => page.getByRole('main');

async function rename(serial: string, name: string): Promise<void> {
  await visit(page, `/device/maintenance?device_serial=${serial}`);
  await main().getByRole('button', { name: 'Edit Name' }).click();
  await main().getByRole('textbox', { name: 'Name' }).fill(name);
  await main().getByRole('button', { name: 'Save' }).click();
  // Not the notice, which the previous one may have left: the list of the devices has the name by then.
  await main().getByRole('group', { name: 'Name', exact: true }).getByText(name, { exact: true }).waitFor();
}

/** Returns the texts that name one of the two without saying which: neither they nor their line, row or paragraph has a serial. */
const ambiguous = () =>
  page.evaluate(
    ({ name, serials }) => {
      const says = (text: string | null | undefined) => serials.some((serial) => text?.includes(serial) === true);
      const texts = [...document.body.querySelectorAll('*')].flatMap((element) => {
        // The value of the field "Name" is the name itself.
        if (element.closest('script,style,[role=group][aria-label=Name]') !== null) return [];
        const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(name) === true);
        const label = element.getAttribute('aria-label');
        const unit = element.closest('tr,[role=row],[role=option],li,p,h1,h2,h3') ?? element.parentElement;
        return [
          ...(own && !says(unit?.textContent) && !says(element.textContent) ? [`text: ${element.textContent ?? ''}`] : []),
          ...(label?.includes(name) === true && !says(label) && !says(element.closest('tr,li')?.textContent) ? [`label: ${label}`] : []),
        ];
      });
      return [...new Set(texts)];
    },
    { name: NAME, serials: [...SERIALS] },
  );

it('[TWIN1] two devices of one name are distinguished on every screen, in the chooser and in a question', async () => {
  for (const serial of SERIALS) await rename(serial, NAME);
  const shown = routes.filter(({ place }) => place !== 'hidden').map(({ path }) => path);
  const found: string[] = [];
  for (const path of [...shown, '/management/device_info']) {
    await visit(page, `${path}?device_serial=${SERIALS[0]}&location=loc-fenland&show=all`);
    await settled(page);
    found.push(...(await ambiguous()).map((text) => `${path}: ${text}`));
  }
  await visit(page, `/device/detail?device_serial=${SERIALS[0]}`);
  await main()
    .getByRole('combobox', { name: `Device: ${NAME}, ${SERIALS[0]}` })
    .click();
  found.push(...(await ambiguous()).map((text) => `chooser: ${text}`));
  await page.keyboard.press('Escape');
  await main().getByRole('button', { name: /^Stop/ }).first().click();
  await page.getByRole('alertdialog').getByText(`${NAME}, ${SERIALS[0]}`, { exact: false }).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await rename(SERIALS[0], 'Panel 01');
  await rename(SERIALS[1], 'Sprayer 01');
  expect(found).toEqual([]);
});
