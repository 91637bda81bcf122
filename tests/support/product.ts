import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { serveChromium } from './chromium.ts';
import { startProduct, type StartedProduct } from './startProduct.ts';
import { workers } from './workers.ts';

/** What a browser test knows of the product of its worker: its address, its data folder, the people it printed, and the browser to connect to. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly people: readonly Person[];
  readonly browser: string;
}

/** A demo account as printed at the start. `enrolled` tells whether it has a second factor. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly enrolled: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    products: readonly Product[];
  }
}

const started: StartedProduct[] = [];
const browsers: BrowserServer[] = [];

/** The demo accounts that a product printed. */
export const peopleIn = (printed: string): readonly Person[] =>
  [...printed.matchAll(/^ {2}(\S+@\S+) +(\S+) +(\d{6}|enrols) +(\w+)$/gm)].map(([, email = '', password = '', code, role = '']) => ({
    email,
    password,
    role,
    enrolled: code !== 'enrols',
  }));

/** A product and a browser for each worker; the product started as people start it; the environment decides whether its parts are embedded or outside. */
export async function setup(project: TestProject): Promise<void> {
  // One after the other: the first builds the console for all.
  for (let worker = 0; worker < workers; worker += 1) started.push(await startProduct());
  for (let worker = 0; worker < workers; worker += 1) browsers.push(await serveChromium());
  project.provide(
    'products',
    started.map(({ url, dataDir, printed }, worker) => ({
      url,
      dataDir,
      people: peopleIn(printed()),
      browser: browsers[worker]?.wsEndpoint() ?? '',
    })),
  );
}

export async function teardown(): Promise<void> {
  await Promise.all(browsers.map((browser) => browser.close()));
  await Promise.all(started.map((product) => product.stop()));
}
