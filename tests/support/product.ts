import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { serveChromium } from './chromium.ts';
import { startProduct, type StartedProduct } from './startProduct.ts';
import { workers } from './workers.ts';

/** The product of a worker as its browser tests use it: address, data folder, printed demo accounts, and browser to connect to. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly people: readonly Person[];
  readonly browser: string;
}

/** A demo account as printed at the start. `enrolled` is true when it has a second factor. */
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

/** Parses the demo accounts that a product printed. */
export const peopleIn = (printed: string): readonly Person[] =>
  [...printed.matchAll(/^ {2}(\S+@\S+) +(\S+) +(\d{6}|enrols) +(\w+)$/gm)].map(([, email = '', password = '', code, role = '']) => ({
    email,
    password,
    role,
    enrolled: code !== 'enrols',
  }));

/** Starts a product and a browser for each worker, the product as in production; the environment decides whether its parts are embedded or external. */
export async function setup(project: TestProject): Promise<void> {
  // The first one builds the console for all.
  started.push(await startProduct());
  started.push(...(await Promise.all(Array.from({ length: workers - 1 }, () => startProduct()))));
  // Sequential: the first one unpacks the browser for all.
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
