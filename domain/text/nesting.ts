/** Checks whether a value is nested too deeply to be traversed recursively. */

/**
 * Maximum depth to which values from other servers, robots and people are traversed recursively: sensible values stay far below, and thousands of
 * levels would overflow the stack. Source: NESTED1.
 */
export const MAX_NESTING = 100;

/** Returns whether a value is nested deeper than the given number of levels; a list of numbers has one level. The search stops at that depth. */
export function isDeeper(value: unknown, levels = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
