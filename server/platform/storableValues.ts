/** Longest id; PostgreSQL cannot index much longer texts. */
const MAX_ID = 200;

/** Whether a text can be an id, or a name that is looked for. */
export const isId = (text: string) => text !== '' && text.length <= MAX_ID;

/** What PostgreSQL refuses inside jsonb, as JSON writes it: NUL and half letters. */
export const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;

/** Longest instant; PostgreSQL refuses one whose fraction has no end. */
const MAX_INSTANT = 40;

/** Instants before 1970 are no clock, and year 0 is none in PostgreSQL. */
export const isInstant = (text: string | null) => text === null || (text.length <= MAX_INSTANT && Date.parse(text) > 0);
