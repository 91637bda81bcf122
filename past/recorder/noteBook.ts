import { distinctUntilChanged, merge, startWith, Subject, switchMap, type Observable } from 'rxjs';
import { paragraphProblem } from '#domain/text/fieldText';
import type { Note } from './blockStore.ts';
import type { FlightRecorder } from './flightRecorder.ts';
import { MAX_NOTE, MAX_NOTES } from '#streams/recording/recordingInfo';

/** A person's notes on a recording, within their limits: how they are added, changed and deleted. */
export interface NoteBook {
  /** Emits all notes in the order of their moments; again after every change, and when a recording begins, is deleted or moves to another store. */
  readonly notes$: Observable<readonly Note[]>;
  /** Saves a note in place of the one at the same moment; an empty text deletes it. Emits null on success, otherwise why the note was not saved. */
  readonly put: (note: Note) => Promise<string | null>;
}

/** Returns why a note cannot be saved, on one line; null if it can. */
export function noteProblem({ at, text }: Note, notes: readonly Note[]): string | null {
  if (text.trim() === '') return 'Write a text.';
  if (text.length > MAX_NOTE) return `A note has at most ${String(MAX_NOTE)} characters; this one has ${String(text.length)}.`;
  const hidden = paragraphProblem(text, 'A note');
  if (hidden !== undefined) return hidden;
  const isNew = notes.every((note) => note.at !== at);
  return isNew && notes.length >= MAX_NOTES ? `At most ${String(MAX_NOTES)} notes are kept. Delete one first.` : null;
}

/** The message for a note that is missing from the store after being saved. */
export const NOT_KEPT = 'The note was not kept: nothing is recorded, or the browser refused to store it.';

/** Creates the note book of a flight recorder. */
export function createNoteBook({ notes, status$ }: Pick<FlightRecorder, 'notes' | 'status$'>): NoteBook {
  const changed$ = new Subject<unknown>();
  // When a recording moves to the store of a closed tab, it takes on that tab's notes, and its problem changes or ends.
  const kept$ = status$.pipe(distinctUntilChanged((a, b) => (a.from === null) === (b.from === null) && a.problem === b.problem));
  return {
    notes$: merge(changed$, kept$).pipe(
      startWith(null),
      switchMap(() => notes(null).catch(() => [])),
    ),
    put: async (note) => {
      const kept = await notes(note).catch(() => null);
      changed$.next(null);
      if (kept === null) return NOT_KEPT;
      const now = kept.find(({ at }) => at === note.at)?.text ?? '';
      return now === note.text ? null : NOT_KEPT;
    },
  };
}
