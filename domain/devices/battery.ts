/** Maps a battery level in percent to its colour band and text. */

/** The colour band of a battery level; `none` when the level is unknown. */
type BatteryBand = 'none' | 'red' | 'amber' | 'green';

/** The displayed battery. `level` is 0..100 in percent, null when unknown; `text` is the level rounded down, or `-`. */
export interface Battery {
  readonly band: BatteryBand;
  readonly level: number | null;
  readonly text: string;
}

const NONE: Battery = { band: 'none', level: null, text: '-' };

/** Maps a reported level in percent: below 0, missing or NaN becomes `-`, above 100 becomes 100. Source: RULE-037..045, GAP-45. */
export function batteryOf(level: number | null | undefined): Battery {
  if (level == null || Number.isNaN(level) || level < 0) return NONE;
  const shown = Math.min(level, 100);
  return { band: bandOf(shown), level: shown, text: String(Math.floor(shown)) };
}

function bandOf(level: number): BatteryBand {
  if (level <= 20) return 'red';
  return level < 60 ? 'amber' : 'green';
}
