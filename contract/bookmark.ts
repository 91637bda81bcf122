/**
 * People's notes on moments (bookmarks), kept on the server: the caller's own ones, and those that others in the organisation share. Not in the
 * specification; announced as `bookmarks`.
 */

import { call } from './call.ts';
import { clientId, hasOlder, instant, utcInstant, z } from './schema.ts';

/** Maximum length of the text of a bookmark, in characters. */
export const MAX_BOOKMARK = 500;
/** Maximum number of bookmarks of a person. */
export const MAX_BOOKMARKS = 500;
/** Maximum number of shared bookmarks of others in a response. */
export const MAX_SHARED_BOOKMARKS = 1_000;

/** A person's note on a moment (`at`). */
export const bookmark = z.object({
  bookmark_id: z.string(),
  at: instant,
  text: z.string(),
  /** Whether other people in the organisation see the bookmark. */
  is_shared: z.boolean(),
  /** The name of the bookmark's author. */
  author: z.string(),
  /** Whether the bookmark is the caller's own; only its author can change it. */
  is_own: z.boolean(),
  /** Whether the caller may remove the bookmark. */
  may_remove: z.boolean(),
});
/** A person's note on a moment. */
export type Bookmark = z.infer<typeof bookmark>;

/**
 * Returns the caller's bookmarks, sorted by moment, and those that others in the organisation share, at most the newest `MAX_SHARED_BOOKMARKS`. A user who
 * leaves an organisation no longer sees the bookmarks written in it.
 */
export const getBookmarks = call({
  method: 'GET',
  path: 'history/bookmarks',
  summary: 'The notes on moments that the caller may see.',
  answer: z.object({ result: z.array(bookmark), has_older: hasOlder }),
});

/**
 * Writes a bookmark, or changes text and sharing of the caller's bookmark with this id, a UUID created by the client: a repeated request has no
 * further effect. While it exists, the history of the ten minutes before and after its moment is kept. Fails: 400 for a text that is empty, too long
 * or has control characters, and for a moment in the future; 409 for more than `MAX_BOOKMARKS`, and for the id of another person's bookmark.
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

/**
 * Removes a bookmark: the caller's own or, for administrators, also one that others share. Fails: 404 for a bookmark that the caller does not see, 403 for one
 * of somebody else.
 */
export const postRemoveBookmark = call({
  method: 'POST',
  path: 'history/bookmarks/{bookmark_id}/remove',
  summary: 'Remove a note on a moment.',
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const bookmarkCalls = { getBookmarks, postBookmark, postRemoveBookmark } as const;
