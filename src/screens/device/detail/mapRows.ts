import type { AvailableMap } from '#contract/machine';

/** A map on a device with its id. */
export interface MapRow extends AvailableMap {
  readonly id: string;
}

/** The maps on a device as rows, in the order of the device. */
export const mapRows = (available: Readonly<Record<string, AvailableMap>>): readonly MapRow[] =>
  Object.entries(available).map(([id, map]) => ({ id, ...map }));
