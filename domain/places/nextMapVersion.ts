import { DEFAULT_MAP_VERSION, dottedVersion } from './mapVersion.ts';

/** Returns the dotted version of an upload: 2.1.1 for a new map, else the newest version with its last part incremented. Source: OPEN-52. */
export function nextMapVersion(newest: string | undefined): string {
  if (newest === undefined || newest === '') return DEFAULT_MAP_VERSION;
  const parts = dottedVersion(newest).split('.');
  const last = Number(parts.at(-1));
  return [...parts.slice(0, -1), Number.isSafeInteger(last) ? String(last + 1) : '1'].join('.');
}
