import { useObservableState } from 'observable-hooks';
import { useState } from 'react';
import { from, of, switchMap } from 'rxjs';
import type { Note } from '#past/recorder/blockStore';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { NOT_KEPT, type NoteBook } from '#past/recorder/noteBook';

interface Notes extends Pick<NoteBook, 'put'> {
  readonly notes: readonly Note[];
  /** Returns the user's notes on the recording, and the function that changes them. The notes of a file cannot be changed. */
  readonly isRead: boolean;
}

const NONE: readonly Note[] = [];

/** Returns the person's notes on the recording, and the function that changes them. The notes of a file cannot be changed. */
export function useNotes(): Notes {
  const { recorded } = useTimeTravel();
  const [notes$] = useState(() => from(recorded()).pipe(switchMap(({ notes }) => notes?.notes$ ?? of(NONE))));
  const notes = useObservableState(notes$);
  const put: NoteBook['put'] = async (note) => {
    const { notes: book } = await recorded();
    return book?.put === undefined ? NOT_KEPT : book.put(note);
  };
  return { notes: notes ?? NONE, isRead: notes !== undefined, put };
}
