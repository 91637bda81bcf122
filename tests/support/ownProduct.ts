import { inject } from 'vitest';
import type { Product } from './product.ts';

/** The product of this worker. Each worker has one of its own, so that two files of tests run side by side and cannot disturb each other. */
export function ownProduct(): Product {
  const found = inject('products')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (found === undefined) throw new Error('there are more workers than products');
  return found;
}
