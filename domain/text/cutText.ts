/** The beginning of a text, without half a character at its end. */

/** The first half of a character that needs two units: PostgreSQL cannot store it. */
const HALF = /[\uD800-\uDBFF]$/;

/** Returns at most `length` units of a text; a character that would be cut in half is left out. Source: TEXT1. */
export const cutText = (text: string, length: number): string => (text.length > length ? text.slice(0, length).replace(HALF, '') : text);
