/** The notes of a person on the server, with what waits to be sent, over the notes of the recording: a note book for a server that keeps notes. */

import { BehaviorSubject, combineLatest, distinctUntilChanged, exhaustMap, map, merge, of, Subject, switchMap, timer } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { type BookNote, isOwnNote, NOT_KEPT, type NoteBook, type NoteChange } from './noteBook.ts';

/** A note as the server keeps it. Instants in ms since epoch. */
export interface Bookmark {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly isShared: boolean;
  /** Null for an own one. */
  readonly author: string | null;
  readonly mayRemove: boolean;
}

/** A change of an own note, or the removal of one, by its id. */
export type BookmarkChange =
  | { readonly kind: 'write'; readonly id: string; readonly at: number; readonly text: string; readonly isShared: boolean }
  | { readonly kind: 'remove'; readonly id: string };

/** The result of a change: `away` if there was no response and the change is to be sent again. */
export type ChangeResult = { readonly kind: 'done' | 'away' } | { readonly kind: 'refused'; readonly reason: string };

/** The notes that a person sees; `hasOlder` if there were too many shared ones of others, so that the oldest are left out. */
export interface BookmarkList {
  readonly bookmarks: readonly Bookmark[];
  readonly hasOlder: boolean;
}

/** The server as a note book needs it. `read` rejects when there is no answer, `send` never does. */
export interface BookmarkServer {
  readonly read: () => Promise<BookmarkList>;
  readonly send: (change: BookmarkChange) => Promise<ChangeResult>;
}

/** The changes of people that the server has not confirmed, kept by this browser: one for each note, the oldest first. */
export interface BookmarkOutbox {
  readonly changes: (username: string) => readonly BookmarkChange[];
  /** Keeps a change in place of that of the same note. */
  readonly keep: (username: string, change: BookmarkChange) => void;
  readonly drop: (username: string, id: string) => void;
}

/** The parts of the page that keep notes on the server. */
export interface BookmarkSource {
  readonly server: BookmarkServer;
  readonly outbox: BookmarkOutbox;
  /** Returns a UUID for a new note. */
  readonly newId: () => string;
}

interface Parts extends BookmarkSource {
  /** The notes of the recording, which only this browser keeps: those of before, and those that the server refuses. */
  readonly local: NoteBook;
  /** Emits the signed-in person, and whenever that changes. */
  readonly username$: Observable<string | null>;
  readonly username: () => string | null;
  readonly clock: SchedulerLike;
}

/** How often the notes are read again while they are shown, in ms. */
const READ_MS = 30_000;
/** How long a form and a list wait for an answer, in ms; what is not answered then is sent later. */
const ANSWER_MS = 3_000;
/** How long after no answer what waits is sent again, in ms. */
const SEND_AGAIN_MS = 15_000;

/** Returns bookmarks after a change. */
function changed(bookmarks: readonly Bookmark[], change: BookmarkChange): readonly Bookmark[] {
  const others = bookmarks.filter(({ id }) => id !== change.id);
  if (change.kind === 'remove') return others;
  const { id, at, text, isShared } = change;
  return [...others, { id, at, text, isShared, author: null, mayRemove: true }];
}

/** Returns the notes that are shown: those of the recording and of the server, with what waits to be sent. */
function joined(local: readonly BookNote[], bookmarks: readonly Bookmark[], waiting: readonly BookmarkChange[]): readonly BookNote[] {
  const pending = new Set(waiting.map(({ id }) => id));
  const notes = waiting
    .reduce(changed, bookmarks)
    .map(({ at, text, ...bookmark }): BookNote => ({ at, text, bookmark: { ...bookmark, isPending: pending.has(bookmark.id) } }));
  return [...local, ...notes].toSorted((one, other) => one.at - other.at);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Creates the function that sends what waits, one change after the other, and again later while there is no answer. */
function createSender(
  { server, outbox, username, clock }: Parts,
  onDone: (person: string, change: BookmarkChange, result: ChangeResult) => Promise<void>,
) {
  let last: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  const later = () => {
    if (isWaiting) return;
    isWaiting = true;
    clock.schedule(() => {
      isWaiting = false;
      void send();
    }, SEND_AGAIN_MS);
  };
  const sendAll = async (): Promise<ReadonlyMap<string, ChangeResult>> => {
    const person = username();
    const results = new Map<string, ChangeResult>();
    for (const change of person === null ? [] : outbox.changes(person)) {
      // Another person has signed in meanwhile, under whose name nothing of this one may be sent.
      if (person === null || username() !== person) break;
      const result = await server.send(change);
      // The answer to a change of one person changes nothing of the next one: the change waits, and is sent again by the same id.
      if (username() !== person) break;
      results.set(change.id, result);
      if (result.kind === 'away') {
        later();
        break;
      }
      const isNewest = outbox.changes(person).some((one) => isSame(one, change));
      if (isNewest) outbox.drop(person, change.id);
      await onDone(person, change, result);
    }
    return results;
  };
  const send = (): Promise<ReadonlyMap<string, ChangeResult>> => {
    const sent = last.then(sendAll);
    last = sent.catch(() => undefined);
    return sent;
  };
  return send;
}

/** Returns what comes first: a value, or null after a time in ms. */
const withinMs = <T>(value: Promise<T>, ms: number, clock: SchedulerLike): Promise<T | null> =>
  Promise.race([value, new Promise<null>((resolve) => void clock.schedule(() => resolve(null), ms))]);

/** Creates the function that keeps a change and sends it; returns why it was refused. */
function createWriter(
  parts: Parts,
  { onChange, onDone }: { readonly onChange: () => void; readonly onDone: (person: string, change: BookmarkChange) => void },
) {
  const { local, outbox, clock } = parts;
  /** The notes whose answer a form awaits. */
  const awaited = new Set<string>();
  const send = createSender(parts, async (person, change, result) => {
    if (result.kind === 'done') onDone(person, change);
    // A written text is kept locally if the server refuses it later, unless a form that awaits the response still has it.
    else if (change.kind === 'write' && !awaited.has(change.id)) await local.put({ at: change.at, text: change.text });
    onChange();
  });
  const write = async (person: string, change: BookmarkChange): Promise<string | null> => {
    awaited.add(change.id);
    outbox.keep(person, change);
    onChange();
    const results = await withinMs(send(), ANSWER_MS, clock);
    awaited.delete(change.id);
    const result = results?.get(change.id);
    return result?.kind === 'refused' ? result.reason : null;
  };
  return { send, write };
}

/** The known notes of a user on the server. */
interface Known extends BookmarkList {
  readonly person: string | null;
  readonly isRead: boolean;
}

const unread = (person: string | null): Known => ({ person, bookmarks: [], hasOlder: false, isRead: false });

/** Creates what is known of the notes on the server, of one person at a time, and the function that reads them. */
function createKnown(server: BookmarkServer, username: () => string | null) {
  const known$ = new BehaviorSubject<Known>(unread(null));
  /** The number of confirmed changes. */
  let confirmed = 0;
  const knownOf = (person: string | null): Known => {
    if (known$.value.person !== person) known$.next(unread(person));
    return known$.value;
  };
  const confirm = (person: string, change: BookmarkChange) => {
    confirmed += 1;
    const known = knownOf(person);
    known$.next({ ...known, bookmarks: changed(known.bookmarks, change) });
  };
  const read = async (person: string): Promise<void> => {
    const before = confirmed;
    const list = await server.read().catch(() => null);
    if (username() !== person) return;
    // The list may be older than a change that was confirmed meanwhile.
    if (list !== null && confirmed !== before) return read(person);
    known$.next({ ...knownOf(person), ...list, isRead: true });
  };
  return { known$, knownOf, confirm, read };
}

/** Creates the note book of a server that keeps notes. Changes that wait from an earlier visit are sent at once. */
export function createBookmarkBook(parts: Parts): NoteBook {
  const { local, server, outbox, newId, username, username$, clock } = parts;
  const changed$ = new Subject<null>();
  const { known$, knownOf, confirm, read: readKnown } = createKnown(server, username);
  const { send, write } = createWriter(parts, { onChange: () => changed$.next(null), onDone: confirm });
  const read = async (person: string) => {
    await send();
    if (username() === person) await readKnown(person);
  };
  const put = async ({ at, text, id, isShared = false }: NoteChange): Promise<string | null> => {
    const person = username();
    if (person === null) return NOT_KEPT;
    const shown = joined([], knownOf(person).bookmarks, outbox.changes(person));
    const own = id ?? shown.find((note) => note.at === at && isOwnNote(note))?.bookmark?.id;
    if (text === '') return own === undefined ? local.put({ at, text }) : write(person, { kind: 'remove', id: own });
    const problem = await write(person, { kind: 'write', id: own ?? newId(), at, text, isShared });
    // A note of before, which only this browser keeps, moves to the server when it is changed.
    if (problem === null && username() === person) await local.put({ at, text: '' });
    return problem;
  };
  const notesOf = (person: string | null): Observable<readonly BookNote[]> => {
    const { isRead } = knownOf(person);
    if (person === null) return local.notes$;
    const reading$ = timer(0, READ_MS, clock).pipe(exhaustMap(() => read(person)));
    // Waits for the first read, because otherwise an empty form would open over an unread note, but not long, because the server may not respond.
    const first$ = isRead ? of(null) : timer(ANSWER_MS, clock);
    return combineLatest([local.notes$, merge(first$, changed$, reading$)]).pipe(
      map(([own]) => joined(own, knownOf(person).bookmarks, outbox.changes(person))),
      distinctUntilChanged((one, other) => isSame(one, other)),
    );
  };
  void send();
  const hasOlder$ = known$.pipe(
    map(({ hasOlder }) => hasOlder),
    distinctUntilChanged(),
  );
  return { isOnServer: true, hasOlder$, send: () => void send(), put, notes$: username$.pipe(switchMap(notesOf)) };
}
