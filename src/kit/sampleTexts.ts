/** Sample texts and values for the examples, such as texts that are too long, and an instant. */

/** A text that is wider than its component. */
export const LONG = 'Greenhouse of the research station at Sint-Katelijne-Waver, second bay behind the water basin';
/** A word that is wider than its component. */
export const LONG_WORD = 'LF-2026-0123456789-0123456789-0123456789-0123456789-0123456789';
/** 27 November 2026, 08:05, in ms since epoch. */
export const NOW = Date.UTC(2026, 10, 27, 8, 5);
/** A green frame as a video, 8 px wide, in base64. */
export const VIDEO =
  'GkXfo0AgQoaBAUL3gQFC8oEEQvOBCEKCQAR3ZWJtQoeBAkKFgQIYU4BnQI0VSalmQCgq17FAAw9CQE2AQAZ3aGFtbXlXQUAGd2hhbW15RIlACECPQAAAAAAAFlSua0AxrkAu14EBY8WBAZyBACK1nEADdW5khkAFVl9WUDglhohAA1ZQOIOBAeBABrCBCLqBCB9DtnVAIueBAKNAHIEAAIAwAQCdASoIAAgAAUAmJaQAA3AA/vz0AAA=';
/** The callback of examples whose result is not shown. */
export const ignore = () => undefined;
