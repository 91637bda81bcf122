import { BehaviorSubject, firstValueFrom, NEVER, VirtualTimeScheduler } from 'rxjs';
import { expect, it, onTestFinished } from 'vitest';
import { createBookmarkServer } from '#app/console/bookmarkServer';
import { type Bookmark, type BookmarkChange, type BookmarkList, type ChangeResult, createBookmarkBook } from '#past/recorder/bookmarkBook';
import { type BookNote, createNoteBook } from '#past/recorder/noteBook';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { openBookmarkOutbox } from '#edge/bookmarkOutbox';
import { openTimeTravel } from '#past/moments/openTimeTravel';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { eventsOf } from '../state/eventsOf.ts';
import { aLog, profile, recordedLog } from './recordedLog.ts';

/** A server of one person's notes that can be away, and refuse. */
function aServer(kept: readonly Bookmark[] = []) {
  const server = { kept, hasOlder: false, isAway: false, refuses: null as string | null, sent: [] as string[] };
  return Object.assign(server, {
    read: async (): Promise<BookmarkList> => {
      if (server.isAway) throw new Error('away');
      return { bookmarks: server.kept, hasOlder: server.hasOlder };
    },
    send: async (change: BookmarkChange): Promise<ChangeResult> => {
      if (server.isAway) return { kind: 'away' };
      server.sent.push(change.kind === 'write' ? `${change.id}: ${change.text}` : `${change.id} removed`);
      if (server.refuses !== null) return { kind: 'refused', reason: server.refuses };
      const others = server.kept.filter(({ id }) => id !== change.id);
      server.kept = change.kind === 'remove' ? others : [...others, { ...change, author: null, mayRemove: true }];
      return { kind: 'done' };
    },
  });
}

/** A storage of a browser in memory. */
function aStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

interface Options {
  readonly server?: ReturnType<typeof aServer>;
  readonly localStorage?: ReturnType<typeof aStorage>;
  readonly person?: string;
  /** By how much the server's clock is ahead of the log's, in ms. */
  readonly offset?: { ms: number };
  readonly isRecording?: boolean;
}

/** The note book of a person in a browser, whose list is open. */
function aBook({ server = aServer(), localStorage = aStorage(), person = 'an', offset = { ms: 0 }, isRecording = true }: Options = {}) {
  const clock = new VirtualTimeScheduler();
  const username$ = new BehaviorSubject<string | null>(person);
  const { recorder } = recordedLog(aLog(3));
  const local = createNoteBook(isRecording ? recorder : { ...recorder, notes: async () => [] });
  const outbox = openBookmarkOutbox({ localStorage }, () => localStorage.length);
  let made = 0;
  const newId = () => {
    made += 1;
    return `${person}-${made}`;
  };
  const times = {
    toServer: async (at: number) => at + offset.ms,
    toLog: async (ats: readonly number[]) => ats.map((at) => at - offset.ms),
  };
  const book = createBookmarkBook({ server, outbox, newId, local, username$, username: () => username$.value, clock, times });
  const shown: (readonly BookNote[])[] = [];
  const reading = book.notes$.subscribe((notes) => shown.push(notes));
  onTestFinished(() => reading.unsubscribe());
  /** Lets time pass, and what was due be answered. */
  const pass = async (ms: number) => {
    clock.maxFrames = clock.frame + ms;
    clock.flush();
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  };
  const texts = () =>
    (shown.at(-1) ?? []).map(({ at, text, bookmark }) => [
      at,
      text,
      bookmark === undefined ? 'here' : bookmark.isPending ? 'waits' : 'kept',
    ]);
  return { book, server, localStorage, local, username$, shown, pass, texts };
}

it('[NOTE9] a note is kept on the server, listed by its moment, changed by its id and removed', async () => {
  const { book, server, texts, pass } = aBook();
  await pass(1);
  expect(await book.put({ at: 2_000, text: 'second' })).toBeNull();
  expect(await book.put({ at: 1_000, text: 'first', isShared: true })).toBeNull();
  await expect.poll(texts).toEqual([
    [1_000, 'first', 'kept'],
    [2_000, 'second', 'kept'],
  ]);
  await book.put({ at: 2_000, text: 'changed' });
  await book.put({ at: 1_000, text: '' });
  expect(server.sent).toEqual(['an-1: second', 'an-2: first', 'an-1: changed', 'an-2 removed']);
  await expect.poll(texts).toEqual([[2_000, 'changed', 'kept']]);
});

it('[NOTE17] where the clock of the console is wrong, a note is kept on the server by the clock of that, and listed at its moment', async () => {
  const shared: Bookmark = { id: 'b', at: 63_500, text: 'of Bo', isShared: true, author: 'Bo', mayRemove: true };
  const offset = { ms: 60_000 };
  const { book, server, texts, pass } = aBook({ server: aServer([shared]), offset });
  await pass(1);
  expect(await book.put({ at: 2_000, text: 'mine' })).toBeNull();
  await expect.poll(texts).toEqual([
    [2_000, 'mine', 'kept'],
    [3_500, 'of Bo', 'kept'],
  ]);
  // By its moment; and by its id, after a better measurement of the clock, at the moment that the list still shows.
  await book.put({ at: 2_000, text: 'changed' });
  offset.ms = 60_400;
  await book.put({ at: 2_000, text: 'changed again', id: 'an-1' });
  expect(server.kept.map(({ id, at, text }) => [id, at, text])).toEqual([
    ['b', 63_500, 'of Bo'],
    ['an-1', 62_000, 'changed again'],
  ]);
  server.refuses = 'Too many notes.';
  server.isAway = true;
  const late = book.put({ at: 2_600, text: 'kept here' });
  await pass(3_000);
  expect(await late).toBeNull();
  server.isAway = false;
  await pass(15_000);
  await expect.poll(() => texts().at(-2)).toEqual([2_600, 'kept here', 'here']);
});

it('[NOTE18] a note of this browser and one of the server at one moment are changed each by itself', async () => {
  const { book, server, local, texts, pass } = aBook();
  await pass(1);
  await book.put({ at: 2_000, text: 'kept' });
  await local.put({ at: 2_000, text: 'here' });
  await expect.poll(texts).toEqual([
    [2_000, 'here', 'here'],
    [2_000, 'kept', 'kept'],
  ]);
  await book.put({ at: 2_000, text: 'kept, changed', id: 'an-1' });
  await expect.poll(texts).toEqual([
    [2_000, 'here', 'here'],
    [2_000, 'kept, changed', 'kept'],
  ]);
  // One that is changed moves to the server.
  await book.put({ at: 2_000, text: 'here, changed', isLocal: true });
  await expect
    .poll(() => server.kept.map(({ id, text }) => [id, text]))
    .toEqual([
      ['an-1', 'kept, changed'],
      ['an-2', 'here, changed'],
    ]);
  await local.put({ at: 2_000, text: 'here again' });
  await book.put({ at: 2_000, text: '', isLocal: true });
  await expect.poll(texts).toEqual([
    [2_000, 'kept, changed', 'kept'],
    [2_000, 'here, changed', 'kept'],
  ]);
});

it('[NOTE18] a note that is refused later replaces none of this browser, and one that was moved in another tab is not made twice', async () => {
  const { book, server, local, texts, pass } = aBook();
  await pass(1);
  await book.put({ at: 2_000, text: 'kept' });
  await local.put({ at: 2_000, text: 'here' });
  server.isAway = true;
  expect(await book.put({ at: 2_000, text: 'refused', id: 'an-1' })).toBeNull();
  Object.assign(server, { isAway: false, refuses: 'Too many notes.' });
  await pass(15_000);
  await expect.poll(texts).toEqual([
    [2_000, 'here', 'here'],
    [2_000, 'kept', 'kept'],
    [2_001, 'refused', 'here'],
  ]);
  server.refuses = null;
  await book.put({ at: 2_001, text: 'from one tab', isLocal: true });
  await book.put({ at: 2_001, text: 'from another tab', isLocal: true });
  expect(server.kept.filter(({ at }) => at === 2_001).map(({ text }) => text)).toEqual(['from another tab']);
});

it('[NOTE18] two notes that are saved at once at one moment are one', async () => {
  const { book, server, pass } = aBook();
  await pass(1);
  const put = (text: string) => book.put({ at: 2_000, text });
  expect(await Promise.all([put('first'), put('second')])).toEqual([null, null]);
  expect(server.kept.map(({ id, text }) => [id, text])).toEqual([['an-1', 'second']]);
});

it('[NOTE9] notes that the server has are read when the list opens, and again; those of others are no notes of the own moment', async () => {
  const other: Bookmark = { id: 'b', at: 2_000, text: 'of Bo', isShared: true, author: 'Bo', mayRemove: true };
  const { book, server, texts, pass } = aBook({ server: aServer([other]) });
  await pass(1);
  await expect.poll(texts).toEqual([[2_000, 'of Bo', 'kept']]);
  await book.put({ at: 2_000, text: 'mine' });
  expect(server.kept.map(({ text }) => text)).toEqual(['of Bo', 'mine']);
  await book.put({ at: 2_000, text: '', id: 'b' });
  server.kept = [...server.kept, { ...other, id: 'c', at: 500, text: 'of another browser' }];
  await pass(30_000);
  await expect.poll(texts).toEqual([
    [500, 'of another browser', 'kept'],
    [2_000, 'mine', 'kept'],
  ]);
});

it('[NOTE10] without an answer a note is kept in the browser and sent once the server answers, by the same id', async () => {
  const { book, server, texts, pass, localStorage } = aBook();
  server.isAway = true;
  await pass(3_000);
  expect(await book.put({ at: 1_000, text: 'written offline' })).toBeNull();
  expect(await book.put({ at: 1_000, text: 'and changed' })).toBeNull();
  await expect.poll(texts).toEqual([[1_000, 'and changed', 'waits']]);
  expect(localStorage.length).toBe(1);
  await pass(15_000);
  expect(server.sent).toEqual([]);
  server.isAway = false;
  await pass(15_000);
  expect(server.sent).toEqual(['an-1: and changed']);
  await expect.poll(texts).toEqual([[1_000, 'and changed', 'kept']]);
  expect(localStorage.length).toBe(0);
});

it('[NOTE10] what waits survives the page, is of its person alone, and is sent by the next visit', async () => {
  const localStorage = aStorage();
  const before = aBook({ localStorage });
  before.server.isAway = true;
  await before.pass(3_000);
  await before.book.put({ at: 1_000, text: 'before the page was closed' });
  const other = aBook({ localStorage, person: 'bo' });
  await other.pass(15_000);
  expect([other.texts(), other.server.sent]).toEqual([[], []]);
  const after = aBook({ localStorage });
  await after.pass(1);
  expect(after.server.sent).toEqual(['an-1: before the page was closed']);
  await expect.poll(after.texts).toEqual([[1_000, 'before the page was closed', 'kept']]);
});

it('[NOTE10] nothing is sent under the name of the next person', async () => {
  const { book, server, username$, pass } = aBook();
  server.isAway = true;
  await pass(3_000);
  await book.put({ at: 1_000, text: 'of An' });
  username$.next('bo');
  server.isAway = false;
  await pass(60_000);
  expect(server.sent).toEqual([]);
  username$.next('an');
  await pass(1);
  expect(server.sent).toEqual(['an-1: of An']);
});

it.each<[string, Partial<ReturnType<typeof aServer>>]>([
  ['stored', {}],
  ['refused', { refuses: 'At most 500 notes.' }],
])(
  '[PERSON1] the answer to a note of one person, which is %s after the next one signed in, changes nothing there',
  async (_, answering) => {
    const { book, server, local, username$, localStorage, texts, pass } = aBook();
    await pass(1);
    const { send } = server;
    let answer: () => void = () => undefined;
    server.send = async (change) => {
      const result = await send(change);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return result;
    };
    Object.assign(server, answering);
    void book.put({ at: 1_000, text: 'of An' });
    // The form waits no longer.
    await pass(3_000);
    server.kept = [];
    username$.next('bo');
    await pass(1);
    answer();
    await pass(1);
    expect(texts()).toEqual([]);
    expect(await firstValueFrom(local.notes$)).toEqual([]);
    // It waits for its person, under the id that it has.
    expect(localStorage.length).toBe(1);
  },
);

it.each([
  ['before', [0, 1]],
  ['after', [1, 0]],
] as const)(
  '[PERSON1] notes that were requested for one person, and come %s those of the next one, are not listed there',
  async (_, order) => {
    const answers: ((list: BookmarkList) => void)[] = [];
    const server = aServer();
    server.read = () => new Promise((resolve) => void answers.push(resolve));
    const { book, username$, shown, texts, pass } = aBook({ server });
    await pass(1);
    username$.next('bo');
    await pass(1);
    for (const index of order) {
      const [id, text] = index === 0 ? ['a', 'of An'] : ['b', 'of Bo'];
      answers[index]?.({ bookmarks: [{ id, text, at: 1_000, isShared: false, author: null, mayRemove: true }], hasOlder: false });
      await pass(1);
    }
    await book.put({ at: 2_000, text: 'new' });
    expect(texts()).toEqual([
      [1_000, 'of Bo', 'kept'],
      [2_000, 'new', 'kept'],
    ]);
    expect(JSON.stringify(shown)).not.toContain('of An');
  },
);

it('[NOTE13] a list that was requested before a note was written or removed is read again', async () => {
  const server = aServer([{ id: 'old', at: 500, text: 'old', isShared: false, author: null, mayRemove: true }]);
  const { book, texts, pass } = aBook({ server });
  await pass(1);
  const { read } = server;
  const late: (() => void)[] = [];
  server.read = async () => {
    const list = await read();
    await new Promise<void>((resolve) => void late.push(resolve));
    return list;
  };
  await pass(30_000);
  expect(late).toHaveLength(1);
  await book.put({ at: 1_000, text: 'new' });
  await book.put({ at: 500, text: '' });
  late[0]?.();
  await pass(1);
  expect(texts()).toEqual([[1_000, 'new', 'kept']]);
  late[1]?.();
  await pass(1);
  expect(texts()).toEqual([[1_000, 'new', 'kept']]);
});

it('[NOTE12] the book says whether the server leaves the oldest shared notes out, of the person who is signed in', async () => {
  const server = aServer();
  const { book, username$, pass } = aBook({ server });
  const emitted: boolean[] = [];
  const reading = book.hasOlder$?.subscribe((hasOlder) => emitted.push(hasOlder));
  server.hasOlder = true;
  await pass(1);
  server.isAway = true;
  username$.next('bo');
  await pass(1);
  reading?.unsubscribe();
  expect(emitted).toEqual([false, true, false]);
});

it.each([true, false, undefined])('[NOTE12] of an answer with `has_older` %s the list says whether it is whole', async (has_older) => {
  const rest = { deviceEvents: [], text: null, unread: 0, requestedAt: 0, offsetMs: null };
  const server = createBookmarkServer(async () => ({ ok: true, answer: { result: [], has_older }, ...rest }));
  expect(await server.read()).toEqual({ bookmarks: [], hasOlder: has_older === true });
});

it.each([
  [true, { kind: 'done' }],
  [false, { kind: 'refused', reason: 'The note was refused.' }],
])('[SAVED2] a removal that is answered with %s is %j', async (result, outcome) => {
  const rest = { deviceEvents: [], text: null, unread: 0, requestedAt: 0, offsetMs: null };
  const server = createBookmarkServer(async () => ({ ok: true, answer: { result }, ...rest }));
  expect(await server.send({ kind: 'remove', id: 'n-1' })).toEqual(outcome);
});

it('[NOTE10] a server that does not answer holds up no form for more than three seconds', async () => {
  const { book, server, texts, pass } = aBook();
  await pass(1);
  server.send = () => new Promise<never>(() => undefined);
  const saved = book.put({ at: 1_000, text: 'x' });
  // Until it is sent.
  await pass(1);
  await pass(3_000);
  expect(await saved).toBeNull();
  await expect.poll(texts).toEqual([[1_000, 'x', 'waits']]);
});

it('[NOTE9] a refused note says why, and one that is refused later stays in this browser', async () => {
  const { book, server, texts, pass } = aBook();
  await pass(1);
  server.refuses = 'At most 500 notes.';
  expect(await book.put({ at: 1_000, text: 'one too many' })).toBe('At most 500 notes.');
  expect(texts()).toEqual([]);
  server.isAway = true;
  expect(await book.put({ at: 1_000, text: 'one too many' })).toBeNull();
  server.isAway = false;
  await pass(15_000);
  await expect.poll(texts).toEqual([[1_000, 'one too many', 'here']]);
});

it('[NOTE9] a note that is refused later in a browser that records nothing waits until the server accepts it', async () => {
  const server = aServer();
  const { book, texts, pass } = aBook({ server, isRecording: false });
  await pass(1);
  server.isAway = true;
  expect(await book.put({ at: 1_000, text: 'one too many' })).toBeNull();
  Object.assign(server, { isAway: false, refuses: 'At most 500 notes.' });
  await pass(15_000);
  await expect.poll(() => server.sent).toContain('an-1: one too many');
  await pass(1);
  expect(texts()).toEqual([[1_000, 'one too many', 'waits']]);
  server.refuses = null;
  await pass(30_000);
  await expect.poll(texts).toEqual([[1_000, 'one too many', 'kept']]);
});

it('[NOTE9] a note of before stays in this browser until it is changed', async () => {
  const { book, local, server, texts, pass } = aBook();
  await local.put({ at: 1_000, text: 'of before' });
  await pass(1);
  await expect.poll(texts).toEqual([[1_000, 'of before', 'here']]);
  await book.put({ at: 1_000, text: 'changed' });
  expect(server.kept.map(({ text }) => text)).toEqual(['changed']);
  await expect.poll(texts).toEqual([[1_000, 'changed', 'kept']]);
});

it('[NOTE10] where the browser forbids storage, what waits is lost with the page alone', () => {
  const refusing = {
    get localStorage(): ReturnType<typeof aStorage> {
      throw new Error('forbidden');
    },
  };
  const outbox = openBookmarkOutbox(refusing, () => 0);
  outbox.keep('an', { kind: 'remove', id: 'one' });
  expect(outbox.changes('an')).toEqual([{ kind: 'remove', id: 'one' }]);
  outbox.drop('an', 'one');
  expect(outbox.changes('an')).toEqual([]);
});

it('[NOTE10] what cannot be read in the storage is ignored', () => {
  const localStorage = aStorage();
  const outbox = openBookmarkOutbox({ localStorage }, () => 0);
  outbox.keep('an', { kind: 'remove', id: 'one' });
  localStorage.setItem('orangery.note.an.two', '{');
  localStorage.setItem('orangery.note.an.three', '{"keptAt":1,"change":{"kind":"other"}}');
  expect(outbox.changes('an')).toEqual([{ kind: 'remove', id: 'one' }]);
});

it('[NOTE10] at the sign-in what waits from an earlier visit is sent, and nothing is loaded where nothing waits', async () => {
  const server = aServer();
  const localStorage = aStorage();
  const outbox = openBookmarkOutbox({ localStorage }, () => 0);
  const liveStore = createLogStore({ devTools: false });
  liveStore.dispatch(eventsBatched(eventsOf([0, { kind: 'session.opened', profile }])));
  let opened = 0;
  const bookmarks = {
    open: async () => {
      opened += 1;
      return { server, outbox, newId: () => 'new' };
    },
    hasWaiting: (username: string) => outbox.changes(username).length > 0,
  };
  const { recorder } = recordedLog(aLog(3));
  const parts = { recorder, codec: recordingCodec, sendIntent: () => undefined, liveStore, bookmarks };
  const travel = openTimeTravel(parts, { clock: new VirtualTimeScheduler(), frame$: NEVER });
  travel.sendNotes?.(profile.username);
  expect(opened).toBe(0);
  outbox.keep(profile.username, { kind: 'write', id: 'one', at: 1, text: 'of yesterday', isShared: false });
  travel.sendNotes?.(profile.username);
  await expect.poll(() => server.sent).toEqual(['one: of yesterday']);
});
