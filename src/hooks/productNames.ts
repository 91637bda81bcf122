/** The names of the company and the product: context and hook. */

import { createContext, useContext } from 'react';

/** The names of the company and the product. */
export interface ProductNames {
  readonly company: string;
  readonly product: string;
}

/** Provided once, from the configuration; both names are empty without it. */
export const ProductNamesContext = createContext<ProductNames>({ company: '', product: '' });

/** Returns the names of company and product. */
export function useProductNames(): ProductNames {
  return useContext(ProductNamesContext);
}
