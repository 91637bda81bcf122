/** The languages of accounts (`locale`): the calls to add, change and remove them. */

import { call } from './call.ts';
import { z } from './schema.ts';

// All calls of this file are extensions of this server, announced as `languages`; they change the languages that `GET locales` returns. They fail with 403 for
// users who are not staff.

const saved = z.object({ result: z.boolean() });

/** Adds a language by its tag (BCP 47, in its canonical form). Fails: 400 for an invalid tag or name; 409 when it exists. */
export const postCreateLocale = call({
  method: 'POST',
  path: 'create_locale/{id}',
  summary: 'Adds a language.',
  body: z.object({ name: z.string() }),
  answer: saved,
});

/**
 * Renames a language, archives it or restores it. Fails: 400 for an invalid name; 404 for an unknown language; 409 for archiving the last offered language.
 */
export const postUpdateLocale = call({
  method: 'POST',
  path: 'update_locale/{id}',
  summary: 'Renames a language, archives it or restores it.',
  body: z.object({ name: z.optional(z.string()), archived: z.optional(z.boolean()) }),
  answer: saved,
});

/**
 * Removes a language. Fails: 404 for an unknown language; 409 when accounts use it (the message names their addresses), or when it is the last offered
 * language.
 */
export const postDeleteLocale = call({
  method: 'POST',
  path: 'delete_locale/{id}',
  summary: 'Removes a language.',
  body: z.object({}),
  answer: saved,
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const languageCalls = { postCreateLocale, postUpdateLocale, postDeleteLocale } as const;
