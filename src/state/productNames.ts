import { createContext, useContext } from 'react';

/** What the people who run this console call themselves and it. */
export interface ProductNames {
  readonly company: string;
  readonly product: string;
}

/** Given once, from the configuration. Without it both are empty. */
export const ProductNamesContext = createContext<ProductNames>({ company: '', product: '' });

/** The names of company and product, for sentences that contain them. */
export function useProductNames(): ProductNames {
  return useContext(ProductNamesContext);
}
