import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import type { Product } from './product.ts';

/** Asks for a product, which runs until the connection closes with this process. */
async function borrow(): Promise<Product> {
  for await (const line of createInterface(connect(inject('productPort')))) return JSON.parse(line);
  throw new Error('the product did not start');
}

const product = await borrow();

/** Returns the product of this worker. Each worker has its own, so that two test files in parallel do not interfere. */
export const ownProduct = (): Product => product;
