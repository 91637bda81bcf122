import { partsOf, usableVersion, type UsableVersion } from '#domain/places/mapVersion';

/** The inputs of `shownVersion`: the version in the URL, and the site versions of the map once loaded, newest last. */
interface Known {
  readonly query: string | null;
  readonly versions: readonly string[] | undefined;
  /** True until the versions are loaded. */
  readonly isLoading: boolean;
}

/** The shown version, the selectable versions, and the layer versions that belong to the shown one. */
export interface ShownVersion extends UsableVersion {
  /** Dotted versions, newest first; a requested version that does not exist comes first. Empty if the map has no versions or none could be loaded. */
  readonly choices: readonly string[];
  /** All nine parts; empty if the version is not one of the map's. */
  readonly full: string;
  readonly gutter: string | null;
  readonly obstacle: string | null;
  /** False if the map has no version, so that nothing is requested for a version. */
  readonly isKnown: boolean;
}

/**
 * Returns the site version to show, its choices and layer versions: the requested version, otherwise the newest, and 2.1.1 until the versions are loaded.
 * Source: MAP-030, MAP-031, MAP-046.
 */
export function shownVersion({ query, versions = [], isLoading }: Known): ShownVersion {
  const usable = usableVersion(query ?? versions.at(-1));
  const known = versions.map((full) => ({ full, dotted: usableVersion(full).version }));
  const dotted = [...new Set(known.map((one) => one.dotted).toReversed())];
  // Of two versions with the same dotted form, the newer one is used.
  const full = known.findLast((one) => one.dotted === usable.version)?.full ?? '';
  const parts = partsOf(full);
  const isOffered = query !== null || versions.length > 0 || isLoading;
  return {
    ...usable,
    choices: isOffered && !dotted.includes(usable.version) ? [usable.version, ...dotted] : dotted,
    full,
    gutter: parts?.gutter ?? null,
    obstacle: parts?.obstacle ?? null,
    isKnown: versions.length > 0,
  };
}
