/** The colour of a battery; `none` when its level is not known. */
type BatteryBand = 'none' | 'red' | 'amber' | 'green';

/** A battery as shown. `level` is 0..100 in percent, null when not known; `text` is the whole number or `-`. */
export interface Battery {
  readonly band: BatteryBand;
  readonly level: number | null;
  readonly text: string;
}

const NONE: Battery = { band: 'none', level: null, text: '-' };

/** The battery of a reported level in percent: below 0, missing or no number is `-`, above 100 is 100. Source: RULE-037..045, GAP-45. */
export function batteryOf(level: number | null | undefined): Battery {
  if (level == null || Number.isNaN(level) || level < 0) return NONE;
  const shown = Math.min(level, 100);
  return { band: bandOf(shown), level: shown, text: String(Math.floor(shown)) };
}

function bandOf(level: number): BatteryBand {
  if (level <= 20) return 'red';
  return level < 60 ? 'amber' : 'green';
}
