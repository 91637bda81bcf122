/** Notes of people on moments, kept on the server: own ones and those that others of the organisation share. Not in the specification; announced as `bookmarks`. */

import { call } from './call.ts';
import { clientId, hasOlder, instant, utcInstant, z } from './schema.ts';

/** Longest text of a bookmark, in characters. */
export const MAX_BOOKMARK = 500;
/** Maximum number of bookmarks of a person. */
export const MAX_BOOKMARKS = 500;
/** Maximum number of shared bookmarks of others in an answer. */
export const MAX_SHARED_BOOKMARKS = 1_000;

/** A note of a person on a moment (`at`). */
export const bookmark = z.object({
  bookmark_id: z.string(),
  at: instant,
  text: z.string(),
  /** Whether the others of the organisation see it. */
  is_shared: z.boolean(),
  /** The name of the person who wrote it. */
  author: z.string(),
  /** Whether it is the caller's own: nobody else changes it. */
  is_own: z.boolean(),
  /** Whether the caller may remove it. */
  may_remove: z.boolean(),
});
/** A note of a person on a moment. */
export type Bookmark = z.infer<typeof bookmark>;

/**
 * The caller's bookmarks by their moments, and those that others in the organisation share, at most the newest `MAX_SHARED_BOOKMARKS`. A user who leaves an
 * organisation no longer sees the bookmarks written in it.
 */
export const getBookmarks = call({
  method: 'GET',
  path: 'history/bookmarks',
  summary: 'The notes on moments that the caller may see.',
  answer: z.object({ result: z.array(bookmark), has_older: hasOlder }),
});

/**
 * Writes a bookmark, or changes text and sharing of the own one with this id, a UUID that the client creates: a repeated request does nothing more. While it is kept,
 * so is the history of the ten minutes before and after its moment. Fails: 400 for a text that is empty, too long or has control characters, and for a moment that
 * has not come; 409 for more than `MAX_BOOKMARKS` and for an id of somebody else.
 */
export const postBookmark = call({
  method: 'POST',
  path: 'history/bookmarks',
  summary: 'Keep a note on a moment.',
  body: z.object({
    bookmark_id: clientId,
    at: utcInstant,
    text: z.string().check(z.maxLength(10 * MAX_BOOKMARK)),
    is_shared: z.boolean(),
  }),
  answer: z.object({ result: bookmark }),
});

/** Removes an own bookmark, or as an administrator a shared one. Fails: 404 for one that the caller does not see, 403 for one of somebody else. */
export const postRemoveBookmark = call({
  method: 'POST',
  path: 'history/bookmarks/{bookmark_id}/remove',
  summary: 'Remove a note on a moment.',
  answer: z.object({ result: z.boolean() }),
});

/** The calls of this file; `calls.ts` joins those of all files. */
export const bookmarkCalls = { getBookmarks, postBookmark, postRemoveBookmark } as const;
