import type { TestProject } from 'vitest/node';
import { startProduct, type StartedProduct } from './startProduct.ts';

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
    product: Product;
  }
}

let product: StartedProduct | null = null;

/** The demo accounts that a product printed. */
export const peopleIn = (printed: string): readonly Person[] =>
  [...printed.matchAll(/^ {2}(\S+@\S+) +(\S+) +(\d{6}|enrols) +(\w+)$/gm)].map(([, email = '', password = '', code, role = '']) => ({
    email,
    password,
    role,
    enrolled: code !== 'enrols',
  }));

/** One product for all browser tests, started as people start it; the environment decides whether its parts are embedded or outside. */
export async function setup(project: TestProject): Promise<void> {
  product = await startProduct();
  project.provide('product', { url: product.url, dataDir: product.dataDir, people: peopleIn(product.printed()) });
}

export async function teardown(): Promise<void> {
  await product?.stop();
}
