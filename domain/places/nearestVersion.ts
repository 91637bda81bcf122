import { dottedVersion } from './mapVersion.ts';

const numbersOf = (version: string): readonly number[] | null => (/^\d+(\.\d+)*$/.test(version) ? version.split('.').map(Number) : null);

/** Compares two versions by their numbers: negative where the first is the older one. */
function byNumbers(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Returns the dotted version of a map that is nearest to one that the map lacks: the newest of those before it, else the oldest after it; the newest of all
 * where the version has no numbers to compare. `versions` are site versions, newest last; null without any. Source: NEAR1.
 */
export function nearestVersion(wanted: string, versions: readonly string[]): string | null {
  const dotted = versions.map(dottedVersion);
  const newest = dotted.at(-1) ?? null;
  const numbers = numbersOf(wanted);
  if (numbers === null) return newest;
  const known = dotted.flatMap((version) => {
    const own = numbersOf(version);
    return own === null ? [] : [{ version, own }];
  });
  const sorted = known.toSorted((one, other) => byNumbers(one.own, other.own));
  const before = sorted.findLast(({ own }) => byNumbers(own, numbers) <= 0);
  return (before ?? sorted[0])?.version ?? newest;
}
