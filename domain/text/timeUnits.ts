/** A minute, in ms. */
export const MINUTE_MS = 60_000;
/** An hour, in ms. */
export const HOUR_MS = 3_600_000;
/** 24 hours, in ms, whatever the clocks of a place do that day. */
export const DAY_MS = 86_400_000;
