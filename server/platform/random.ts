/** Gives the next number in 0 ≤ n < 1. Everything random in the seed and the simulator comes from one of these, so that it can be made again. */
export type Random = () => number;

/** One of the values, which must not be none. */
export function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** A number from `low` up to `high`. */
export const between = (low: number, high: number, random: Random) => low + (high - low) * random();

/** Lower-case hex digits, for identities that must look like identities. */
export function hex(digits: number, random: Random): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}
