import { useObservableState } from 'observable-hooks';
import { useState } from 'react';
import { combineLatest, from, map, of, switchMap } from 'rxjs';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { type BookNote, NOT_KEPT, type NoteBook } from '#past/recorder/noteBook';

interface Notes extends Pick<NoteBook, 'put'> {
  readonly notes: readonly BookNote[];
  readonly isRead: boolean;
  /** Whether the server keeps them, and they can be shared. */
  readonly isOnServer: boolean;
  /** Whether the oldest shared notes of others are left out. */
  readonly hasOlder: boolean;
}

const NONE: readonly BookNote[] = [];

/** Returns the person's notes on the recording, and the function that changes them. The notes of a file cannot be changed. */
export function useNotes(): Notes {
  const { recorded } = useTimeTravel();
  const [book$] = useState(() =>
    from(recorded()).pipe(
      switchMap(({ notes: book }) =>
        combineLatest([book?.notes$ ?? of(NONE), book?.hasOlder$ ?? of(false)]).pipe(
          map(([notes, hasOlder]) => ({ notes, hasOlder, isOnServer: book?.isOnServer === true })),
        ),
      ),
    ),
  );
  const book = useObservableState(book$);
  const put: NoteBook['put'] = async (note) => {
    const { notes } = await recorded();
    return notes?.put === undefined ? NOT_KEPT : notes.put(note);
  };
  const { notes, isOnServer, hasOlder } = book ?? { notes: NONE, isOnServer: false, hasOlder: false };
  return { notes, isRead: book !== undefined, isOnServer, hasOlder, put };
}
