/** Limits of ids, site versions and texts that the database can store: length, NUL, lone surrogates. */

import { messageLimits } from '#contract/messages/messageLimits';

/** Returns whether a text is valid as an id or as an indexed name. The limit exceeds all real ids; it exists because they are stored and shown many times. */
export const isId = (text: string) => text !== '' && text.length <= messageLimits.idCharacters;

/** Returns whether a text is valid as a site version, which has nine parts; PostgreSQL cannot index much longer texts. */
export const isVersion = (text: string) => text.length <= messageLimits.versionCharacters;

/** Matches JSON escapes that PostgreSQL rejects in jsonb: NUL and unpaired surrogates. */
export const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;
