/** A minute, an hour and a day in ms, and a span of time. */

/** A minute, in ms. */
export const MINUTE_MS = 60_000;
/** An hour, in ms. */
export const HOUR_MS = 3_600_000;
/** 24 hours in ms, even on days with a daylight saving change. */
export const DAY_MS = 86_400_000;

/** A span of time in ms since epoch; whether its end is inclusive is documented where it matters. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}
