import { DEFAULT_MAP_VERSION, dottedVersion } from './mapVersion.ts';

/** Returns the dotted version that is proposed for an upload: 2.1.1 for a new map, else the newest version with its last part incremented. Source: OPEN-52. */
export function nextMapVersion(newest: string | undefined): string {
  if (newest === undefined || newest === '') return DEFAULT_MAP_VERSION;
  const dotted = dottedVersion(newest);
  const last = /\d+$/.exec(dotted)?.[0] ?? '';
  const next = Number(last) + 1;
  return last !== '' && Number.isSafeInteger(next) ? `${dotted.slice(0, -last.length)}${next}` : `${dotted}.1`;
}
