import { useObservableState } from 'observable-hooks';
import { useState } from 'react';
import { combineLatest, defer, filter, firstValueFrom, map, of, retry, shareReplay, startWith, switchMap, timer } from 'rxjs';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { type BookNote, type NoteBook, notKept } from '#past/recorder/noteBook';

interface Notes extends Pick<NoteBook, 'put'> {
  readonly notes: readonly BookNote[];
  readonly isRead: boolean;
  /** Returns the notes once they are read, or once it is known that they cannot be read now. */
  readonly read: () => Promise<readonly BookNote[]>;
  /** Whether the server keeps them, so that they can be shared; null until that is known. */
  readonly isOnServer: boolean | null;
  /** Whether the oldest shared notes of others are left out. */
  readonly hasOlder: boolean;
}

/** Delay in ms after which a failed download of the past's code is retried. */
const AGAIN_MS = 3_000;
const NONE: readonly BookNote[] = [];

/** Returns the person's notes on the recording, and the function that changes them. The notes of a file cannot be changed. */
export function useNotes(): Notes {
  const { recorded, clock } = useTimeTravel();
  const [book$] = useState(() =>
    defer(recorded).pipe(
      switchMap(({ notes: book }) => {
        const isOnServer = book?.isOnServer === true;
        return combineLatest([book?.notes$ ?? of(NONE), book?.hasOlder$ ?? of(false)]).pipe(
          map(([notes, hasOlder]) => ({ notes, hasOlder, isOnServer, isRead: true })),
          startWith({ notes: NONE, hasOlder: false, isOnServer, isRead: false }),
        );
      }),
      retry({ delay: () => timer(AGAIN_MS, clock) }),
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
  );
  const book = useObservableState(book$);
  const put: NoteBook['put'] = async (note) => {
    const { notes } = await recorded();
    return notes?.put === undefined ? notKept(note.text) : notes.put(note);
  };
  const read = async () => (await firstValueFrom(book$.pipe(filter(({ isRead }) => isRead)))).notes;
  return { ...(book ?? { notes: NONE, isRead: false, isOnServer: null, hasOlder: false }), read, put };
}
