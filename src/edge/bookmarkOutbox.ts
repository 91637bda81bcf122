/** Pending changes of notes (`BookmarkOutbox`) in the browser's local storage, with one entry per note, so two tabs do not overwrite each other's changes. */

import { z } from '#contract/schema';
import type { BookmarkChange, BookmarkOutbox } from '#past/recorder/bookmarkBook';

const PREFIX = 'orangery.note.';

const change = z.union([
  z.object({ kind: z.literal('write'), id: z.string(), at: z.number(), text: z.string(), isShared: z.boolean() }),
  z.object({ kind: z.literal('remove'), id: z.string() }),
]);
/** An entry: the change and the time at which it was stored, in ms since epoch. */
const entry = z.object({ keptAt: z.number(), change });
type Entry = z.infer<typeof entry>;

function parsed(text: string | null): Entry | null {
  try {
    const read = entry.safeParse(JSON.parse(text ?? ''));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The functions of the local storage that the outbox needs. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const keysOf = (store: Store): readonly string[] => Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');

/** Opens the outbox. If the browser forbids storage, the changes are lost with the page. `now` returns the current time in ms since epoch. */
export function openBookmarkOutbox(page: { readonly localStorage: Store }, now: () => number): BookmarkOutbox {
  const ofThisPage = new Map<string, Entry>();
  const prefixOf = (username: string) => `${PREFIX}${encodeURIComponent(username)}.`;
  const stored = (prefix: string): readonly Entry[] => {
    try {
      const { localStorage } = page;
      const keys = keysOf(localStorage).filter((key) => key.startsWith(prefix) && !ofThisPage.has(key));
      return keys.flatMap((key) => parsed(localStorage.getItem(key)) ?? []);
    } catch {
      return [];
    }
  };
  return {
    changes: (username) => {
      const prefix = prefixOf(username);
      const own = [...ofThisPage].flatMap(([key, one]) => (key.startsWith(prefix) ? [one] : []));
      return [...stored(prefix), ...own]
        .toSorted((one, other) => one.keptAt - other.keptAt)
        .map(({ change: kept }): BookmarkChange => kept);
    },
    keep: (username, kept) => {
      const key = `${prefixOf(username)}${kept.id}`;
      const made: Entry = { keptAt: now(), change: kept };
      try {
        page.localStorage.setItem(key, JSON.stringify(made));
        ofThisPage.delete(key);
      } catch {
        ofThisPage.set(key, made);
      }
    },
    drop: (username, id) => {
      const key = `${prefixOf(username)}${id}`;
      ofThisPage.delete(key);
      try {
        page.localStorage.removeItem(key);
      } catch {
        // Storage is forbidden, so nothing was stored.
      }
    },
  };
}
