/**
 * Maximum nesting to which values of other servers, robots and people are walked recursively: sensible values stay far below, and thousands of
 * levels would overflow the stack. Source: NESTED1.
 */
export const MAX_NESTING = 100;

/** Returns whether a value nests deeper than a number of levels; a list of numbers has one. Stops at that level. */
export function isDeeper(value: unknown, levels = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
