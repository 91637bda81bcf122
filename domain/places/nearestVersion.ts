import { dottedVersion, usableVersion, type UsableVersion } from './mapVersion.ts';
import { byNumbers, versionNumbers } from './versionOrder.ts';

/** Returns the newest of site versions, which are ordered newest last; null if there are none. Source: NEAR2. */
export function newestVersion(versions: readonly string[]): UsableVersion | null {
  const newest = versions.at(-1);
  return newest === undefined ? null : usableVersion(newest);
}

/**
 * Returns the dotted version of a map that is nearest to a missing one: the newest one before it, otherwise the oldest one after it. If versions
 * cannot be compared as numbers, the newest of all. `versions` are site versions, newest last; null if there are none. Source: NEAR1.
 */
export function nearestVersion(wanted: string, versions: readonly string[]): string | null {
  const dotted = versions.map(dottedVersion);
  const newest = dotted.at(-1) ?? null;
  const numbers = versionNumbers(wanted);
  if (numbers === null) return newest;
  const known = dotted.flatMap((version) => {
    const own = versionNumbers(version);
    return own === null ? [] : [{ version, own }];
  });
  const sorted = known.toSorted((one, other) => byNumbers(one.own, other.own));
  const before = sorted.findLast(({ own }) => byNumbers(own, numbers) <= 0);
  return (before ?? sorted[0])?.version ?? newest;
}
