/** Maximum nesting depth of JSON values: parsing, storing and rendering recurse. Hand-written values stay far below. */
const MAX_DEPTH = 32;

const partsOf = (value: unknown): readonly unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : []);

/** Returns whether a JSON value nests deeper than 32 levels. Iterates by level, since recursion could overflow the stack. */
export function isTooDeep(value: unknown): boolean {
  let level = partsOf(value);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}
