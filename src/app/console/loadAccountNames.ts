import type { Names } from '#past/account/sessionAccount';

const NONE: Names = { titles: new Map(), calls: new Map() };

/** Loads the names of screens and calls; none where they cannot be loaded: then paths stand in their place. */
export const loadAccountNames = async (): Promise<Names> => {
  try {
    return (await import('./accountNames.ts')).accountNames;
  } catch {
    return NONE;
  }
};
