import { peopleIn } from '../support/product.ts';
import { startProduct, type StartedProduct } from '../support/startProduct.ts';

/** A browser as far as the walk needs it; elements are found by XPath. Every step waits until it is possible. */
export interface SmokeBrowser {
  readonly name: string;
  readonly goto: (address: string) => Promise<void>;
  readonly type: (xpath: string, text: string) => Promise<void>;
  readonly click: (xpath: string) => Promise<void>;
  /** Waits until an element can be seen. */
  readonly sees: (xpath: string) => Promise<void>;
  /** Waits until an expression of the page is true. */
  readonly holds: (expression: string) => Promise<void>;
  /** Goes on in the window that opened last, or back in the first one. */
  readonly inPopup: () => Promise<void>;
  readonly inConsole: () => Promise<void>;
  /** The text that the page shows. */
  readonly text: () => Promise<string>;
  /** Uncaught errors of the pages so far, where the browser tells them. */
  readonly errors: () => readonly string[];
  readonly close: () => Promise<void>;
}

const DEVICE = 'LF-0140-23';
/** The address in the field was checked: the popup opens within the click, as WebKit asks for. */
const CHECKED_AHEAD =
  'performance.getEntriesByType("resource").some(({ name, responseEnd }) => /login_method$/.test(name) && responseEnd > 0)';
/** Screens are downloaded ahead; leaving the page cuts such a download off, which Firefox reports. */
const CUT_OFF = /A ServiceWorker intercepted the request and encountered an unexpected error/;
const FILLED = '["password", "code"].every((name) => (document.querySelector(`input[name=${name}]`)?.value ?? "") !== "")';
const button = (name: string) => `//button[normalize-space()="${name}"]`;
const text = (words: string) => `//main//*[contains(normalize-space(text()), "${words}")]`;

/** Five screens and what stands on each. The map's switches come with its code: a browser reports a download that leaving the screen cuts off. */
const SCREENS = [
  ['/dashboard', text('Devices in Error')],
  ['/fleet/state', text('Overview All Devices')],
  [`/device/detail?device_serial=${DEVICE}`, text('Error States Last 48h'), '//fieldset[@aria-label="Layers"]'],
  ['/incidents/all', text('Incidents')],
  ['/treatments/all', text('Overview All Treatments')],
] as const;

async function signIn(browser: SmokeBrowser, product: StartedProduct): Promise<void> {
  const person = peopleIn(product.printed()).find(({ role, enrolled }) => role === 'system_admin' && enrolled);
  if (person === undefined) throw new Error('no demo account');
  await browser.goto(product.url);
  await browser.type('//input[@name="email"]', person.email);
  // A person is slower than this between the last key and the button.
  await browser.holds(CHECKED_AHEAD);
  await browser.click(button('Log in'));
  await browser.inPopup();
  // In the demo the page holds the password and the current code.
  await browser.holds(FILLED);
  await browser.click('//button[@type="submit"]');
  await browser.inConsole();
  await browser.sees('//button[contains(., "Account menu")]');
}

/** Signs in, looks at five screens and stops a device; throws with the step that failed. */
export async function walk(open: () => Promise<SmokeBrowser>): Promise<string> {
  const product = await startProduct();
  const browser = await open();
  try {
    await signIn(browser, product);
    for (const [path, ...parts] of SCREENS) {
      await browser.goto(product.url + path);
      for (const part of parts) await browser.sees(part);
    }
    await browser.goto(`${product.url}/device/commands?device_serial=${DEVICE}`);
    await browser.click(button('Stop Immediately'));
    await browser.click(button('Yes'));
    await browser.sees(text('Done'));
    const errors = browser.errors().filter((error) => !CUT_OFF.test(error));
    if (errors.length > 0) throw new Error(errors.join('; '));
    return `${browser.name}: sign-in, ${SCREENS.length} screens and a command`;
  } catch (error) {
    throw new Error(`${browser.name} showed: ${await browser.text()}`, { cause: error });
  } finally {
    await browser.close();
    await product.stop();
  }
}
