/** Seeded random values: `Random`, `pick`, `between`, `hex`. */

/** A function that returns the next random number in 0 ≤ n < 1. Seeds and simulator use seeded generators of this type, so their data is reproducible. */
export type Random = () => number;

/** Returns one of the values at random. Throws for an empty list. */
export function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** Returns a number in low ≤ n < high. */
export const between = (low: number, high: number, random: Random) => low + (high - low) * random();

/** Returns lower-case hex digits, for generated ids. */
export function hex(digits: number, random: Random): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}
