import { inject } from 'vitest';
import type { Product } from './product.ts';

/** Returns the product of this worker. Each worker has its own, so that two test files in parallel do not interfere. */
export function ownProduct(): Product {
  const found = inject('products')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (found === undefined) throw new Error('there are more workers than products');
  return found;
}
