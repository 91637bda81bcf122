import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, openTestBrowser, type TestBrowser } from '../support/pages.ts';
import { openStub, type Stub, type StubOptions } from '../support/stub/openStub.ts';

let browser: TestBrowser;
let opened: Stub[] = [];
beforeAll(async () => {
  browser = await openTestBrowser();
});
afterEach(async () => {
  expect(browser.complaints()).toEqual([]);
  await browser.closePages();
  await Promise.all(opened.map((stub) => stub.close()));
  opened = [];
});
afterAll(() => browser.close());

async function opens(options?: StubOptions): Promise<Stub> {
  const stub = await openStub(options);
  opened.push(stub);
  return stub;
}

/** What each screen shows of the smallest answers that the documents allow. */
const screens = [
  ['/dashboard', 'Devices in Error'],
  ['/fleet/state', 'Robot One'],
  ['/fleet/metrics', 'Robot One'],
  ['/fleet/settings', 'LUMION_FIX'],
  ['/device/detail?device_serial=LU-0001', 'Error States Last 48h'],
  ['/device/configuration?device_serial=LU-0001', 'max_speed'],
  ['/device/commands?device_serial=LU-0001', 'Stop Immediately'],
  ['/device/logs?device_serial=LU-0001', 'log-1'],
  ['/device/treatments?device_serial=LU-0001', 'Running'],
  ['/incidents/all', 'incident-1'],
  ['/treatments/all', 'LU-0001'],
  ['/maps/maps', 'Map One'],
  ['/management/overview', 'Robot One'],
  ['/management/life_cycle_stages', 'OPERATIONAL'],
  ['/error_codes', '0x0000001a'],
  ['/nimbus/cognito', 'n-1'],
  ['/profile/account', 'an@serrarobotics.example'],
] as const;

it.each(['missing', 'null'] as const)(
  '[ANY1] [ANY4] [FEAT1] [SIGN-014] [SIGN-021] [OPEN-18] on a plain host, beside a server that speaks only the documents, the console signs in and shows a screen of each kind; optional fields %s',
  async (emptiness) => {
    const stub = await opens({ emptiness });
    const page = await stub.signIn(browser);
    for (const [path, text] of screens) {
      await page.goto(path);
      await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
    }
    expect(stub.undocumented()).toEqual([]);
    await eventually(() => stub.sockets.subscribed()).toBeGreaterThanOrEqual(1);
  },
);
