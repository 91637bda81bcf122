/** The server of the note book (`BookmarkServer`): its calls bypass the event log, so no recording contains them and they work in the past. */

import { getBookmarks, postBookmark, postRemoveBookmark } from '#contract/bookmark';
import { isDone } from '#domain/commands/isDone';
import { alertText } from '#domain/text/alertText';
import { instantMs } from '#domain/text/dates';
import type { Bookmark, BookmarkChange, BookmarkServer, ChangeResult } from '#past/recorder/bookmarkBook';
import type { RequestSpec } from '#streams/event';
import type { Attempt } from '#streams/query/requestOnce';

/** Status codes that are a permanent refusal of a change; after any other failure, the change is sent again. */
const REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 409, 413]);
/** A pending second factor of the sign-in does not mean that the note is refused. */
const PENDING = 'MfaRequired';
const REFUSED_TEXT = 'The note was refused.';

const requestOf = (change: BookmarkChange): readonly [request: RequestSpec, body?: unknown] => {
  if (change.kind === 'remove') return [{ call: postRemoveBookmark.name, params: { bookmark_id: change.id }, query: {} }];
  const { id, at, text, isShared } = change;
  const body = { bookmark_id: id, at: new Date(at).toISOString(), text, is_shared: isShared };
  return [{ call: postBookmark.name, params: {}, query: {} }, body];
};

function resultOf(attempt: Attempt, change: BookmarkChange): ChangeResult {
  if (attempt.ok) return isDone(attempt.answer) ? { kind: 'done' } : { kind: 'refused', reason: REFUSED_TEXT };
  const { failure } = attempt;
  // Removing a note that no longer exists counts as successful.
  if (change.kind === 'remove' && failure.status === 404) return { kind: 'done' };
  if (!REFUSED.has(failure.status) || failure.message.startsWith(PENDING)) return { kind: 'away' };
  return { kind: 'refused', reason: alertText(failure) ?? REFUSED_TEXT };
}

/** Creates the server of the note book from a function that sends one request. */
export function createBookmarkServer(request: (request: RequestSpec, body?: unknown) => Promise<Attempt>): BookmarkServer {
  return {
    read: async () => {
      const attempt = await request({ call: getBookmarks.name, params: {}, query: {} });
      if (!attempt.ok) throw new Error(`The notes could not be read: ${attempt.failure.status} ${attempt.failure.message}`);
      const { result, has_older } = getBookmarks.answer.parse(attempt.answer);
      const bookmarks = result.flatMap((row): readonly Bookmark[] => {
        const at = instantMs(row.at);
        const { bookmark_id: id, text, is_shared: isShared, may_remove: mayRemove } = row;
        return at === null ? [] : [{ id, at, text, isShared, mayRemove, author: row.is_own ? null : row.author }];
      });
      return { bookmarks, hasOlder: has_older === true };
    },
    send: async (change) => resultOf(await request(...requestOf(change)), change),
  };
}
