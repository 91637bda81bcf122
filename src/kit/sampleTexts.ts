/** Sample texts and values of the examples: too long, an instant. */

/** A text that is wider than its part. */
export const LONG = 'Greenhouse of the research station at Sint-Katelijne-Waver, second bay behind the water basin';
/** A word that is wider than its part. */
export const LONG_WORD = 'LF-2026-0123456789-0123456789-0123456789-0123456789-0123456789';
/** 27 November 2026, 08:05, in ms since epoch. */
export const NOW = Date.UTC(2026, 10, 27, 8, 5);
/** The callback of examples whose result is not shown. */
export const ignore = () => undefined;
