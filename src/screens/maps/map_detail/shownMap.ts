import { partsOf, usableVersion, type UsableVersion } from '#domain/mapVersion';

/** What is known of the choice: the version in the address, and the site versions of the map once they have loaded, newest last. */
interface Known {
  readonly asked: string | null;
  readonly versions: readonly string[] | undefined;
  /** Whether the versions are still to come. */
  readonly isLoading: boolean;
}

/** The version that is shown, the choices there are, and the layer versions of nine parts that belong to it. */
export interface ShownVersion extends UsableVersion {
  /** Dotted, newest first; one that is asked for and not there stands first. None where a map has no versions, or none could be loaded. */
  readonly choices: readonly string[];
  /** All nine parts; empty where the version is not among the map's. */
  readonly full: string;
  readonly gutter: string | null;
  readonly obstacle: string | null;
  /** False while there are no versions of the map: nothing of a version is asked for then. */
  readonly isKnown: boolean;
}

/** The version to show: the one that is asked for, else the newest, and 2.1.1 until the versions have loaded. Source: MAP-030, MAP-031, MAP-046. */
export function shownVersion({ asked, versions = [], isLoading }: Known): ShownVersion {
  const usable = usableVersion(asked ?? versions.at(-1));
  const known = versions.map((full) => ({ full, dotted: usableVersion(full).version }));
  const dotted = [...new Set(known.map((one) => one.dotted).toReversed())];
  // Of two with the same first part the newer one counts.
  const full = known.findLast((one) => one.dotted === usable.version)?.full ?? '';
  const parts = partsOf(full);
  const isOffered = asked !== null || versions.length > 0 || isLoading;
  return {
    ...usable,
    choices: isOffered && !dotted.includes(usable.version) ? [usable.version, ...dotted] : dotted,
    full,
    gutter: parts?.gutter ?? null,
    obstacle: parts?.obstacle ?? null,
    isKnown: versions.length > 0,
  };
}
