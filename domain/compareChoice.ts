import { instantMs } from './dates.ts';
import { clampToPast } from './timeStep.ts';

/** One half of a comparison: a device, and a time in ms since epoch. Null while it is not chosen, or is nothing that can be chosen. */
export interface CompareSide {
  readonly serial: string | null;
  readonly at: number | null;
}

interface SaidSide {
  readonly serial: string | null;
  readonly at: string | null;
}

/** Reads one half as an address says it: a serial nobody knows is none, no time is the newest step, a time ahead too. Source: FLEET-058..060, TIME2. */
export function readSide(side: SaidSide, devices: readonly { readonly serial: string }[], newestMs: number): CompareSide {
  const atMs = side.at === null ? newestMs : instantMs(side.at);
  return {
    serial: devices.find(({ serial }) => serial === side.serial)?.serial ?? null,
    at: atMs === null ? null : clampToPast(atMs, newestMs),
  };
}

/** How many differences there are, in words. */
export const differencesText = (count: number): string => (count === 0 ? 'No differences' : `${count} difference${count === 1 ? '' : 's'}`);
