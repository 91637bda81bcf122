import type { Names } from './sessionAccount.ts';

const NONE: Names = { titles: new Map(), calls: new Map() };

/** Loads the names of screens and calls; none where they cannot be loaded: then paths stand in their place. */
export const loadNames = async (): Promise<Names> => {
  try {
    return (await import('./names.ts')).names;
  } catch {
    return NONE;
  }
};
