/** A site version of nine parts, separated by `#`: its parts, its dotted version (`2.1.4`), the version to request, and the versions of each layer. */

/** The parts of a site version in wire order, separated by `#`. Source: RULE-046, RULE-047, CONST-035. */
export const versionParts = ['site', 'map', 'CO', 'gutter', 'obstacle', 'SE', 'TO', 'UV', 'VE'] as const;
/** The name of one part of a site version. */
export type VersionPart = (typeof versionParts)[number];

/** The parts of a site version that are not layers of a plan; the manufacturer defines their content. */
export const otherParts = ['map', 'CO', 'SE', 'TO', 'UV', 'VE'] as const satisfies readonly VersionPart[];
/** The name of a part in `otherParts`. */
export type OtherPart = (typeof otherParts)[number];

/** The version requested before the versions of a map are known. Source: CONST-037. */
export const DEFAULT_MAP_VERSION = '2.1.1';

/**
 * Splits a site version into its parts; null unless there are nine. `site` is the dotted version, the others are layer versions. Source: RULE-046..048,
 * CONST-036.
 */
export function partsOf(version: string): Readonly<Record<VersionPart, string>> | null {
  const parts = version.split('#');
  if (parts.length !== versionParts.length) return null;
  const [site = '', map = '', CO = '', gutter = '', obstacle = '', SE = '', TO = '', UV = '', VE = ''] = parts;
  return { site, map, CO, gutter, obstacle, SE, TO, UV, VE };
}

/** Returns the dotted version, the first part: `2.1.4` in `2.1.4#3#…`. Source: RULE-048. */
export function dottedVersion(version: string): string {
  return version.split('#', 1)[0] ?? '';
}

/** A version that can be requested. `warning` is the text to show when it replaces an illegal version, otherwise null. */
export interface UsableVersion {
  readonly version: string;
  readonly warning: string | null;
}

/** A version to show; `version` is null if it is unknown, in which case the newest version of the map is shown. */
export interface WantedVersion {
  readonly version: string | null;
  readonly warning: string | null;
}

/** Returns the version of a map to show, from the version in the data of a device, a treatment or an incident, which may be missing. Source: NEAR2. */
export const wantedVersion = (given: string | null | undefined): WantedVersion =>
  given == null || given === '' ? { version: null, warning: null } : usableVersion(given);

/** Returns the dotted version to request: as given, `major.minor.1` for an illegal one, 2.1.1 while unknown. Source: RULE-049, RULE-050, GAP-35, VER1. */
export function usableVersion(given: string | undefined): UsableVersion {
  if (given === undefined || given === '') return { version: DEFAULT_MAP_VERSION, warning: null };
  const dotted = dottedVersion(given);
  // A part of -1, as in 2.-1.3, is illegal; a version such as 2024-11 is regular.
  if (!dotted.split('.').includes('-1')) return { version: dotted, warning: null };
  const [major = '1', minor = '1'] = dotted.split('.').map((part) => (part === '-1' ? '1' : part));
  const version = `${major}.${minor}.1`;
  return { version, warning: `Found an illegal map version, defaulting to ${version}` };
}

/** Returns each layer with its distinct versions, in the order of the site versions; a version without nine parts is ignored. Source: RULE-047. */
export function layersOf(versions: readonly string[]): { name: VersionPart; versions: string[] }[] {
  const known = versions.flatMap((version) => partsOf(version) ?? []);
  return versionParts.map((name) => ({ name, versions: [...new Set(known.map((parts) => parts[name]))] }));
}
