/** The notes on the server as the note book reads and sends them (`BookmarkServer`): calls outside the log, so that no recording holds them, and the past has them. */

import { getBookmarks, postBookmark, postRemoveBookmark } from '#contract/bookmark';
import { alertText } from '#domain/text/alertText';
import { instantMs } from '#domain/text/dates';
import type { Bookmark, BookmarkChange, BookmarkServer, ChangeResult } from '#past/recorder/bookmarkBook';
import type { RequestSpec } from '#streams/event';
import type { Attempt } from '#streams/query/requestOnce';

/** Status codes of a permanent refusal of a change; after any other failure, the change is sent again. */
const REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 409, 413]);
/** A sign-in whose second factor is pending is no refusal of the note. */
const PENDING = 'MfaRequired';

const requestOf = (change: BookmarkChange): readonly [request: RequestSpec, body?: unknown] => {
  if (change.kind === 'remove') return [{ call: postRemoveBookmark.name, params: { bookmark_id: change.id }, query: {} }];
  const { id, at, text, isShared } = change;
  const body = { bookmark_id: id, at: new Date(at).toISOString(), text, is_shared: isShared };
  return [{ call: postBookmark.name, params: {}, query: {} }, body];
};

function resultOf(attempt: Attempt, change: BookmarkChange): ChangeResult {
  if (attempt.ok) return { kind: 'done' };
  const { failure } = attempt;
  // One that is gone already is removed.
  if (change.kind === 'remove' && failure.status === 404) return { kind: 'done' };
  if (!REFUSED.has(failure.status) || failure.message.startsWith(PENDING)) return { kind: 'away' };
  return { kind: 'refused', reason: alertText(failure) ?? 'The note was refused.' };
}

/** Creates the server over a function that sends one request. */
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
