import { mayOpen } from '#app/console/access';
import { routes } from '#app/console/routes';
import { getTreatmentAll } from '#contract/fleet/treatment';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { axeFaults } from '../support/axeFaults.ts';
import { edgeFaults } from '../support/edgeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, signIn, testBrowser, visit } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { reportingDevice } from '../support/reportingDevice.ts';

const VIEWS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1180, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
/** The views in which axe checks a screen: once, wide and light or narrow and dark in turn; the frame, the login and the dialog in both. */
const WIDE = [1440];
const NARROW = [390];
const BOTH = [1440, 390];
/** The objects that are opened on screens that show one of many. */
const CHOSEN = 'map_id=de-linde-2&organisation=org-de-linde&location=loc-de-linde';
/** The rows that say that these pages are there. */
const rowOf: Readonly<Record<string, string>> = {
  '/dashboard': '[DASH-001]',
  '/fleet/state': '[FLEET-001]',
  '/fleet/metrics': '[SHELL-031]',
  '/fleet/settings': '[SHELL-032]',
  '/fleet/actions': '[SHELL-033]',
  '/fleet/config': '[SHELL-034]',
  '/fleet/compare_moments': '[COMPARE4]',
  '/device/detail': '[SHELL-035]',
  '/device/logs': '[SHELL-036]',
  '/device/events': '[SHELL-037]',
  '/device/commands': '[SHELL-038]',
  '/device/configuration': '[SHELL-039]',
  '/device/treatments': '[SHELL-040]',
  '/device/maintenance': '[SHELL-041]',
  '/maps/maps': '[SHELL-010] [MAP-001]',
  '/maps/map_detail': '[MAP-018]',
  '/maps/locations': '[LOC-001]',
  '/maps/greenhouses': '[LOC-016]',
  '/maps/organisations': '[LOC-026]',
  '/maps/org_detail': '[LOC-033]',
  '/maps/authorisation': '[LOC-037]',
  '/management/overview': '[SHELL-011] [MGMT-001]',
  '/management/device_info': '[MGMT-018]',
  '/management/add': '[MGMT-054]',
  '/management/life_cycle_stages': '[MGMT-067]',
  '/management/device_types': '[MGMT-068]',
  '/management/subscriptions': '[MGMT-072]',
  '/management/ssh_credentials': '[MGMT-073]',
  '/incidents/all': '[SHELL-013] [INC-005]',
  '/incidents/analytics': '[INC-053]',
  '/incidents/per_map': '[INC-061]',
  '/incidents/export': '[INC-071]',
  '/treatments/all': '[SHELL-014]',
  '/treatments/detail': '[TRT-015]',
  '/treatments/event_analysis': '[TRT-030]',
  '/error_codes': '[ERR-001]',
  '/users': '[USER-001]',
  '/nimbus/cognito': '[SYNC-001]',
  '/nimbus/organisations': '[SYNC-002]',
  '/profile/account': '[PROF-001]',
  '/profile/notifications': '[PROF-006]',
};

const browser = testBrowser();
let page: Page;
let serial: string;
beforeAll(async () => {
  ({ serial } = await reportingDevice(ownProduct().dataDir));
  page = await freshPage();
});

const freshPage = async () => (await browser.newContext()).newPage();

/** The page at every width, light where it is wide and dark where it is narrow; axe reads it, or a part of it, at some. */
async function expectFaultless(at: Page, readAt: readonly number[] = BOTH, part = 'html'): Promise<void> {
  for (const { width, colorScheme } of VIEWS) {
    await at.setViewportSize({ width, height: 900 });
    await at.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await at.locator(`html.${colorScheme}`).waitFor();
    await eventually(() => at.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (!readAt.includes(width)) continue;
    await settled(at);
    expect(await axeFaults(at, part)).toEqual([]);
  }
}

/** Under forced colours, which take backgrounds away, every control has an edge and the chosen one its colours. */
async function expectEdges(at: Page): Promise<void> {
  await at.emulateMedia({ colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' });
  expect(await edgeFaults(at)).toEqual([]);
  await at.emulateMedia({ forcedColors: 'none' });
}

it('[SIGN-001] [EDGE1] the login page is accessible in both themes and fits every width', async () => {
  await page.goto('/');
  await page.getByLabel('Email').waitFor();
  await expectFaultless(page);
  await expectEdges(page);
});

it('[SIGN-034] the dialog of the second factor is accessible in both themes and fits every width', async () => {
  const halfSigned = await freshPage();
  await halfSigned.goto('/');
  await signIn(halfSigned, personOf('organisation_admin', false));
  await halfSigned.getByRole('alertdialog').getByRole('img').waitFor();
  await expectFaultless(halfSigned);
  await halfSigned.context().close();
});

const ofMost = routes.filter((row) => mayOpen(row, 'license_support_engineer'));

describe.each([
  ['license_support_engineer', ofMost],
  ['system_admin', routes.filter((row) => !ofMost.includes(row))],
] as const)('signed in as a %s', (role, open) => {
  let own: Page;
  let treatment = '';
  beforeAll(async () => {
    own = await signedInPage(browser, personOf(role), '/', { drawsMaps: true });
    const [first] = (await asked(own, getTreatmentAll)).results;
    treatment = first?.id ?? '';
  });
  afterAll(() => own.context().close());

  it.each(open.map(({ path, title }, index) => [rowOf[path] ?? '', path, title, index] as const))(
    '%s [EDGE1] %s is accessible, fits every width, and shows every control under forced colours',
    async (_, path, title, index) => {
      await visit(own, `${path}?device_serial=${serial}&treatment_id=${treatment}&${CHOSEN}`);
      await own.getByRole('banner').getByText(title, { exact: true }).first().waitFor();
      await eventually(() => own.getByRole('main').getByRole('heading').count()).toBeGreaterThan(0);
      await settled(own);
      // The frame is the same around every screen: it is read with the first.
      await (index === 0 ? expectFaultless(own) : expectFaultless(own, index % 2 === 0 ? WIDE : NARROW, 'main'));
      await own.setViewportSize({ width: 1440, height: 900 });
      await expectEdges(own);
    },
  );
});
