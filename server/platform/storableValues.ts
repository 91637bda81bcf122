/** Maximum length of an id: no real one is longer, and each is stored and shown many times. */
const MAX_ID = 100;

/** Returns whether a text is valid as an id or as an indexed name. */
export const isId = (text: string) => text !== '' && text.length <= MAX_ID;

/** Maximum length of a site version, which has nine parts; PostgreSQL cannot index much longer texts. */
const MAX_VERSION = 200;

/** Returns whether a text is valid as a site version. */
export const isVersion = (text: string) => text.length <= MAX_VERSION;

/** Matches JSON escapes that PostgreSQL rejects in jsonb: NUL and unpaired surrogates. */
export const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;
