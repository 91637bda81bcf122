/** The two sides of a configuration comparison in the URL, each a device and a time, and the number of differences as text. */

import { instantMs } from '../text/dates.ts';
import { countText } from '../text/labels.ts';
import { floorToPastStep } from '../text/timeStep.ts';

/** One side of a comparison: a device and a time in ms since epoch. A part is null while it is not selected or not selectable. */
export interface CompareSide {
  readonly serial: string | null;
  readonly at: number | null;
}

interface SideParameters {
  readonly serial: string | null;
  readonly at: string | null;
}

/**
 * Parses one side from the URL: an unknown serial becomes null, a missing or future time becomes the newest step.
 * Source: FLEET-058..060, TIME2.
 */
export function readSide(side: SideParameters, devices: readonly { readonly serial: string }[], newestMs: number): CompareSide {
  const atMs = side.at === null ? newestMs : instantMs(side.at);
  return {
    serial: devices.find(({ serial }) => serial === side.serial)?.serial ?? null,
    at: atMs === null ? null : floorToPastStep(atMs, newestMs),
  };
}

/** Formats the number of differences: `No differences`, `1 difference`, `2 differences`. */
export const differencesText = (count: number): string => (count === 0 ? 'No differences' : countText(count, 'difference'));
