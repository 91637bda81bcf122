import type { TestProject } from 'vitest/node';
import { startProduct, type StartedProduct } from './startProduct.ts';
import { workers } from './workers.ts';

/** What a browser test knows of the product: its address, its data folder, and the people it printed. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly people: readonly Person[];
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

/** The demo accounts that a product printed. */
export const peopleIn = (printed: string): readonly Person[] =>
  [...printed.matchAll(/^ {2}(\S+@\S+) +(\S+) +(\d{6}|enrols) +(\w+)$/gm)].map(([, email = '', password = '', code, role = '']) => ({
    email,
    password,
    role,
    enrolled: code !== 'enrols',
  }));

/** A product for each worker, started as people start it; the environment decides whether its parts are embedded or outside. */
export async function setup(project: TestProject): Promise<void> {
  // One after the other: the first builds the console for all.
  for (let worker = 0; worker < workers; worker += 1) started.push(await startProduct());
  project.provide(
    'products',
    started.map(({ url, dataDir, printed }) => ({ url, dataDir, people: peopleIn(printed()) })),
  );
}

export async function teardown(): Promise<void> {
  await Promise.all(started.map((product) => product.stop()));
}
