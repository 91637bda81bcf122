/** Gives the next number in 0 ≤ n < 1. Everything random in the seed and the simulator comes from one of these, so that it can be made again. */
export type Random = () => number;

/** A small generator (mulberry32): the same seed gives the same numbers for ever. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
