/** The numeric order of versions such as `2.1.10`, with dots or dashes. */

/** A comparable version: numbers, separated by dots or dashes. Also used for the parts of a site version. */
export const COMPARABLE_VERSION = /^\d+([.-]\d+)*$/;

/** Returns the numbers of a version; null when it has other parts and therefore no order. */
export const versionNumbers = (version: string): readonly number[] | null =>
  COMPARABLE_VERSION.test(version) ? version.split(/[.-]/).map(Number) : null;

/** Compares two versions by their numbers: negative when the first is older. */
export function byNumbers(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
