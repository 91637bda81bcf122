/** The names of the company and the product: context and hook. */

import { createContext, useContext } from 'react';

/** The names of the company and the product, as displayed. */
export interface ProductNames {
  readonly company: string;
  readonly product: string;
}

/** The names from the configuration, provided once; both are empty without a provider. */
export const ProductNamesContext = createContext<ProductNames>({ company: '', product: '' });

/** Returns the names of company and product. */
export function useProductNames(): ProductNames {
  return useContext(ProductNamesContext);
}
