/** The note book for a server that keeps notes: a person's notes on the server and pending changes, on top of the notes of the recording. */

import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  exhaustMap,
  firstValueFrom,
  map,
  merge,
  of,
  Subject,
  switchMap,
  timer,
} from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { type BookNote, type NoteBook, type NoteChange, notKept } from './noteBook.ts';
import { createTurns } from './turns.ts';

/** A note as the server keeps it. Instants in ms since epoch. */
export interface Bookmark {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly isShared: boolean;
  /** The name of the author; null for the person's own note. */
  readonly author: string | null;
  readonly mayRemove: boolean;
}

/** A change or removal of the person's own note, by its id. */
export type BookmarkChange =
  | { readonly kind: 'write'; readonly id: string; readonly at: number; readonly text: string; readonly isShared: boolean }
  | { readonly kind: 'remove'; readonly id: string };

/** The result of a change: `away` if there was no response and the change is to be sent again. */
export type ChangeResult = { readonly kind: 'done' | 'away' } | { readonly kind: 'refused'; readonly reason: string };

/** The notes that a person sees; `hasOlder` if the oldest shared notes of others are left out because there were too many. */
export interface BookmarkList {
  readonly bookmarks: readonly Bookmark[];
  readonly hasOlder: boolean;
}

/** The interface of the server to a note book. `read` rejects if there is no response, `send` never does. */
export interface BookmarkServer {
  readonly read: () => Promise<BookmarkList>;
  readonly send: (change: BookmarkChange) => Promise<ChangeResult>;
}

/** The changes that the server has not confirmed, stored in this browser by person: one per note, oldest first. */
export interface BookmarkOutbox {
  readonly changes: (username: string) => readonly BookmarkChange[];
  /** Stores a change, which replaces the pending one of the same note. */
  readonly keep: (username: string, change: BookmarkChange) => void;
  readonly drop: (username: string, id: string) => void;
}

/** Dependencies of the note book. */
export interface BookmarkSource {
  readonly server: BookmarkServer;
  readonly outbox: BookmarkOutbox;
  /** Returns a UUID for a new note. */
  readonly newId: () => string;
}

/**
 * The conversion of instants between the log, which has the console's clock, and the server, which keeps notes for people whose consoles have other clocks; in
 * ms since epoch. Never rejects. Source: NOTE17.
 */
export interface NoteTimes {
  readonly toServer: (at: number) => Promise<number>;
  readonly toLog: (serverAts: readonly number[]) => Promise<readonly number[]>;
}

interface Parts extends BookmarkSource {
  readonly times: NoteTimes;
  /** The notes of the recording, which only this browser keeps: those from before the server kept notes, and those that the server refused. */
  readonly local: NoteBook;
  /** Emits the signed-in person, again after each change. */
  readonly username$: Observable<string | null>;
  readonly username: () => string | null;
  readonly clock: SchedulerLike;
}

/** Interval at which the notes are read again while they are shown, in ms. */
const READ_MS = 30_000;
/** Time, in ms, that a form or a list waits for a response; a change without a response is sent again later. */
const ANSWER_MS = 3_000;
/** Delay in ms after which unanswered changes are sent again. */
const SEND_AGAIN_MS = 15_000;

/** Returns bookmarks after a change. */
function changed(bookmarks: readonly Bookmark[], change: BookmarkChange): readonly Bookmark[] {
  const others = bookmarks.filter(({ id }) => id !== change.id);
  if (change.kind === 'remove') return others;
  const { id, at, text, isShared } = change;
  return [...others, { id, at, text, isShared, author: null, mayRemove: true }];
}

/** The notes of the server, with the changes that it has not confirmed. */
interface ServerNotes {
  readonly bookmarks: readonly Bookmark[];
  readonly waiting: readonly BookmarkChange[];
}

/** A bookmark, and its instant in the log. */
interface InLog {
  readonly bookmark: Bookmark;
  readonly logAt: number;
}

/** Returns the bookmarks with pending changes applied, each with its instant in the log. */
async function inLog({ bookmarks, waiting }: ServerNotes, { toLog }: NoteTimes): Promise<readonly InLog[]> {
  const all = waiting.reduce(changed, bookmarks);
  const ats = await toLog(all.map(({ at }) => at));
  return all.map((bookmark, index) => ({ bookmark, logAt: ats[index] ?? bookmark.at }));
}

/** Returns the shown notes: those of the recording and of the server, by their instants in the log. */
async function joined(local: readonly BookNote[], notes: ServerNotes, times: NoteTimes): Promise<readonly BookNote[]> {
  const pending = new Set(notes.waiting.map(({ id }) => id));
  const shown = (await inLog(notes, times)).map(({ bookmark: { id, text, isShared, author, mayRemove }, logAt }): BookNote => ({
    at: logAt,
    text,
    bookmark: { id, isShared, author, mayRemove, isPending: pending.has(id) },
  }));
  return [...local, ...shown].toSorted((one, other) => one.at - other.at);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the notes that only this browser keeps. */
const localNotes = (local: NoteBook): Promise<readonly BookNote[]> => firstValueFrom(local.notes$);

/** Creates the function that sends pending changes, one after another, and tries again later while there is no response. */
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
      // If another person has signed in meanwhile, the changes of this person must not be sent under the other's name.
      if (person === null || username() !== person) break;
      const result = await server.send(change);
      // A response to the previous person's change must not affect the next person: the change stays pending and is sent again with the same id.
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

/** Returns the value of a promise, or null if it takes longer than `ms`. */
const withinMs = <T>(value: Promise<T>, ms: number, clock: SchedulerLike): Promise<T | null> =>
  Promise.race([value, new Promise<null>((resolve) => void clock.schedule(() => resolve(null), ms))]);

/** Creates the functions that store a change, send all pending changes, and return why a change was refused. */
function createWriter(
  parts: Parts,
  { onChange, onDone }: { readonly onChange: () => void; readonly onDone: (person: string, change: BookmarkChange) => void },
) {
  const { local, outbox, username, clock, times } = parts;
  /** The notes whose response a form awaits. */
  const awaited = new Set<string>();
  const send = createSender(parts, async (person, change, result) => {
    if (result.kind === 'done') onDone(person, change);
    // If the server refuses a text later, it is kept locally, unless a form that awaits the response still holds it.
    else if (change.kind === 'write' && !awaited.has(change.id)) {
      const [at = change.at] = await times.toLog([change.at]);
      // A note already kept at that moment stays; the refused one moves to the next free moment.
      const taken = new Set((await localNotes(local)).map((note) => note.at));
      let free = at;
      while (taken.has(free)) free += 1;
      const isKept = username() === person && (await local.put({ at: free, text: change.text })) === null;
      // If this browser records nothing, the change waits for a server that accepts it.
      const isReplaced = outbox.changes(person).some(({ id }) => id === change.id);
      if (!isKept && !isReplaced) outbox.keep(person, change);
    }
    onChange();
  });
  const keep = (person: string, change: BookmarkChange): void => {
    awaited.add(change.id);
    outbox.keep(person, change);
    onChange();
  };
  const sent = async ({ id }: BookmarkChange): Promise<string | null> => {
    const results = await withinMs(send(), ANSWER_MS, clock);
    awaited.delete(id);
    const result = results?.get(id);
    return result?.kind === 'refused' ? result.reason : null;
  };
  return { send, keep, sent };
}

/** The known notes of a user on the server. */
interface Known extends BookmarkList {
  readonly person: string | null;
  readonly isRead: boolean;
}

const unread = (person: string | null): Known => ({ person, bookmarks: [], hasOlder: false, isRead: false });

/** Creates the cache of the notes on the server, for one person at a time, and the function that reads them. */
function createKnown(server: BookmarkServer, username: () => string | null) {
  const known$ = new BehaviorSubject<Known>(unread(null));
  /** Number of confirmed changes. */
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
    // The response may be older than a change that was confirmed meanwhile.
    if (list !== null && confirmed !== before) return read(person);
    known$.next({ ...knownOf(person), ...list, isRead: true });
  };
  return { known$, knownOf, confirm, read };
}

/** Creates the note book of a server that keeps notes. Pending changes from an earlier visit are sent at once. */
export function createBookmarkBook(parts: Parts): NoteBook {
  const { local, server, outbox, newId, username, username$, clock, times } = parts;
  const changed$ = new Subject<null>();
  const { known$, knownOf, confirm, read: readKnown } = createKnown(server, username);
  const { send, keep, sent } = createWriter(parts, { onChange: () => changed$.next(null), onDone: confirm });
  const read = async (person: string) => {
    await send();
    if (username() === person) await readKnown(person);
  };
  const notesOnServer = (person: string): ServerNotes => ({ bookmarks: knownOf(person).bookmarks, waiting: outbox.changes(person) });
  /** Stores and returns the change that writes or removes a note; null if only this browser keeps the note, or if the person has left. */
  const keepChange = async (
    person: string,
    { at, text, id, isShared = false, isLocal = false }: NoteChange,
  ): Promise<BookmarkChange | null> => {
    // A local note that was changed meanwhile in another tab is on the server by now.
    const isApart = isLocal && (await localNotes(local)).some((note) => note.at === at);
    const shown = isApart ? [] : await inLog(notesOnServer(person), times);
    const found = shown.find(({ bookmark, logAt }) => (id === undefined ? logAt === at && bookmark.author === null : bookmark.id === id));
    const own = id ?? found?.bookmark.id;
    // A changed note keeps its instant, even if the offset of the clocks has changed.
    const serverAt = found?.bookmark.at ?? (await times.toServer(at));
    if (username() !== person || (text === '' && own === undefined)) return null;
    const change: BookmarkChange =
      text === '' ? { kind: 'remove', id: own ?? '' } : { kind: 'write', id: own ?? newId(), at: serverAt, text, isShared };
    keep(person, change);
    return change;
  };
  // Changes are stored one after another: the second of two notes at one moment replaces the first one.
  const inTurn = createTurns();
  const put = async (note: NoteChange): Promise<string | null> => {
    const { at, text, id } = note;
    const person = username();
    const change = person === null ? null : await inTurn(() => keepChange(person, note));
    if (change === null) return person === null || username() !== person ? notKept(text) : local.put({ at, text });
    const problem = await sent(change);
    // A note that only this browser keeps moves to the server when it is changed.
    if (problem === null && id === undefined && change.kind === 'write' && username() === person) await local.put({ at, text: '' });
    return problem;
  };
  const notesOf = (person: string | null): Observable<readonly BookNote[]> => {
    const { isRead } = knownOf(person);
    if (person === null) return local.notes$;
    const reading$ = timer(0, READ_MS, clock).pipe(exhaustMap(() => read(person)));
    // The list waits for the first read, because otherwise an empty form would open over an unread note, but only for a short time, because the server may not
    // respond.
    const first$ = isRead ? of(null) : timer(ANSWER_MS, clock);
    return combineLatest([local.notes$, merge(first$, changed$, reading$)]).pipe(
      switchMap(([own]) => joined(own, notesOnServer(person), times)),
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
