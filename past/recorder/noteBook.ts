/** A person's notes on a recording: their type, their limits, and the note book of a recording that only this browser keeps. */

import { distinctUntilChanged, merge, startWith, Subject, switchMap, type Observable } from 'rxjs';
import { paragraphProblem } from '#domain/text/fieldText';
import type { Note } from './blockStore.ts';
import type { FlightRecorder } from './flightRecorder.ts';
import { MAX_NOTE, MAX_NOTES } from '#streams/recording/recordingInfo';

/** The fields that a server adds to a note. */
interface ServerNote {
  readonly id: string;
  /** Whether other people in the organisation see the note. */
  readonly isShared: boolean;
  /** The name of the other person who shares the note; null for the person's own note. */
  readonly author: string | null;
  readonly mayRemove: boolean;
  /** Whether the server has not confirmed the note. */
  readonly isPending: boolean;
}

/** A listed note; without `bookmark`, only this browser keeps it. */
export interface BookNote extends Note {
  readonly bookmark?: ServerNote;
}

/** A change of a note: of the note with that id, or of the person's own note at the moment. */
export interface NoteChange extends Note {
  readonly id?: string | undefined;
  readonly isShared?: boolean;
  /** Whether the changed note is the one that only this browser keeps at that moment, even if the server keeps one too. */
  readonly isLocal?: boolean;
}

/** Returns whether a listed note is the person's own. */
export const isOwnNote = ({ bookmark }: BookNote): boolean => bookmark === undefined || bookmark.author === null;

/** The interface to a person's notes on a recording: it lists, saves and deletes them within their limits. */
export interface NoteBook {
  /** Whether a server keeps the notes, so that they can be shared. */
  readonly isOnServer?: boolean;
  /** Emits all notes in the order of their moments; again after every change, and when a recording begins, is deleted or moves to another store. */
  readonly notes$: Observable<readonly BookNote[]>;
  /** Emits whether the oldest shared notes of others were left out. */
  readonly hasOlder$?: Observable<boolean>;
  /** Sends the pending changes to the server. */
  readonly send?: () => void;
  /** Saves a note in place of the one at the same moment; an empty text deletes it. Returns null on success, otherwise why the note was not saved. */
  readonly put: (note: NoteChange) => Promise<string | null>;
}

/** Returns why a note cannot be saved, on one line; null if it can. The server itself checks the number of a person's notes. */
export function noteProblem({ at, text }: Note, notes: readonly Note[], isOnServer = false): string | null {
  if (text.trim() === '') return 'Write a text.';
  if (text.length > MAX_NOTE) return `A note has at most ${String(MAX_NOTE)} characters; this one has ${String(text.length)}.`;
  const hidden = paragraphProblem(text, 'A note');
  if (hidden !== undefined) return hidden;
  if (isOnServer) return null;
  const isNew = notes.every((note) => note.at !== at);
  return isNew && notes.length >= MAX_NOTES ? `At most ${String(MAX_NOTES)} notes are kept. Delete one first.` : null;
}

/** Returns the message for a note that is missing from the store after being saved, or still there after being deleted (`text` is empty). */
export const notKept = (text: string): string =>
  text === ''
    ? 'Nothing is recorded, or the browser refused to store the change.'
    : 'The note was not kept: nothing is recorded, or the browser refused to store it.';

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
    put: async ({ at, text }) => {
      const note = { at, text };
      const kept = await notes(note).catch(() => null);
      changed$.next(null);
      if (kept === null) return notKept(text);
      const now = kept.find((one) => one.at === at)?.text ?? '';
      return now === text ? null : notKept(text);
    },
  };
}
