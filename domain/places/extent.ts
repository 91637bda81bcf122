/** Least and greatest value of long lists: as arguments of `Math.min`, more than some 120,000 numbers overflow the stack. Source: BIGPLAN1. */

/** Returns the least value; Infinity if there is none. */
export function leastOf(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) if (value < least) least = value;
  return least;
}

/** Returns the greatest value; -Infinity if there is none. */
export function greatestOf(values: Iterable<number>): number {
  let greatest = -Infinity;
  for (const value of values) if (value > greatest) greatest = value;
  return greatest;
}
