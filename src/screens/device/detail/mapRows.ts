import type { AvailableMap } from '#contract/fleet/dataGroup';

/** A map on a device with its id. */
export interface MapRow extends AvailableMap {
  readonly id: string;
}

/** Returns the maps on a device (`available_maps`) as rows, in reported order. */
export const mapRows = (available: Readonly<Record<string, AvailableMap>>): readonly MapRow[] =>
  Object.entries(available).map(([id, map]) => ({ id, ...map }));
