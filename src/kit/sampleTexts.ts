/** A text longer than its part is wide. */
export const LONG = 'Greenhouse of the research station at Sint-Katelijne-Waver, second bay behind the water basin';
/** A word longer than its part is wide. */
export const LONG_WORD = 'LF-2026-0123456789-0123456789-0123456789-0123456789-0123456789';
/** 27 November 2026, 08:05, in ms since epoch. */
export const NOW = Date.UTC(2026, 10, 27, 8, 5);
/** Called by examples whose result nothing shows. */
export const ignore = () => undefined;
