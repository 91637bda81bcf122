/**
 * Levels to which values of other servers, robots and people are walked through by themselves: what is meant to be read stays far below, and thousands of levels
 * would end what walks. Source: NESTED1.
 */
export const MAX_NESTING = 100;

/** Returns whether a value nests deeper than so many levels; a list of numbers has one. Ends at that level. */
export function isDeeper(value: unknown, levels = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
