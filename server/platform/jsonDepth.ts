/** Nests no deeper; what people write down by hand stays far below, and reading, storing and showing it all recurse. */
const MAX_DEPTH = 32;

const partsOf = (value: unknown): readonly unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : []);

/** Whether a value of JSON nests deeper than anything here can follow. Level by level: recursion is what it guards. */
export function isTooDeep(value: unknown): boolean {
  let level = partsOf(value);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}
