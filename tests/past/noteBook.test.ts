import { BehaviorSubject } from 'rxjs';
import { expect, it } from 'vitest';
import { createNoteBook, noteProblem, notKept } from '#past/recorder/noteBook';
import { MAX_NOTE, MAX_NOTES } from '#streams/recording/recordingInfo';
import type { Note } from '#past/recorder/blockStore';
import type { RecorderStatus } from '#past/recorder/recorder';
import { aRecorder } from '../support/aRecorder.ts';
import { aLog, recordedLog } from './recordedLog.ts';

const many: readonly Note[] = Array.from({ length: MAX_NOTES }, (_, at) => ({ at, text: 'x' }));

it.each<[string, Note, readonly Note[], string | null]>([
  ['a text', { at: 1, text: 'Belt slips' }, [], null],
  ['the longest text', { at: 1, text: 'x'.repeat(MAX_NOTE) }, [], null],
  ['no text', { at: 1, text: ' \n' }, [], 'Write a text.'],
  ['a longer text', { at: 1, text: 'x'.repeat(MAX_NOTE + 1) }, [], 'A note has at most 500 characters; this one has 501.'],
  ['lines', { at: 1, text: 'two\nlines' }, [], null],
  ['hidden characters', { at: 1, text: 'a\u202Eb' }, [], 'A note cannot contain control characters (U+202E).'],
  ['a change among the most notes', { at: 1, text: 'y' }, many, null],
  ['one more than the most notes', { at: -1, text: 'y' }, many, 'At most 200 notes are kept. Delete one first.'],
])('[NOTE2] [NAME1] a note with %s', (_, note, notes, problem) => {
  expect(noteProblem(note, notes)).toBe(problem);
});

it('[NOTE1] [NOTE3] notes are listed by their moments, a moment has one, an empty text deletes it, and every change is shown', async () => {
  const { recorder } = recordedLog(aLog(3));
  const book = createNoteBook(recorder);
  const shown: (readonly Note[])[] = [];
  const [first, second, edited] = [
    { at: 2_000, text: 'second' },
    { at: 1_000, text: 'first' },
    { at: 2_000, text: 'edited' },
  ];
  const reading = book.notes$.subscribe((notes) => shown.push(notes));
  for (const note of [first, second, edited, { at: 1_000, text: '' }]) {
    expect(await book.put(note)).toBeNull();
    expect(await recorder.notes(null)).toEqual(shown.at(-1));
  }
  expect(shown.at(-1)).toEqual([edited]);
  expect(shown).toContainEqual([second, first]);
  reading.unsubscribe();
});

it('[NOTE4] the notes are deleted with the recording, and a list that is open says so', async () => {
  const { recorder } = recordedLog(aLog(3));
  const book = createNoteBook(recorder);
  const shown: (readonly Note[])[] = [];
  const reading = book.notes$.subscribe((notes) => shown.push(notes));
  await book.put({ at: 1_000, text: 'mine' });
  recorder.clear();
  await expect.poll(() => shown.at(-1)).toEqual([]);
  expect(await book.put({ at: 1_000, text: 'again' })).toBe(notKept('x'));
  reading.unsubscribe();
});

it('[NOTE8] a list that is open has the notes of a closed tab once the recording moves to its store, and is read once for that', async () => {
  const { recorder } = recordedLog(aLog(3));
  const status$ = new BehaviorSubject<RecorderStatus>({ from: 0, problem: 'Another tab stores the recording.' });
  const shown: (readonly Note[])[] = [];
  const reading = createNoteBook({ ...recorder, status$ }).notes$.subscribe((notes) => shown.push(notes));
  await expect.poll(() => shown.at(-1)).toEqual([]);
  const readings = shown.length;
  await recorder.notes({ at: 1_000, text: 'of the closed tab' });
  status$.next({ from: -1, problem: null });
  status$.next({ from: -1, problem: null });
  await expect.poll(() => shown.at(-1)).toEqual([{ at: 1_000, text: 'of the closed tab' }]);
  expect(shown).toHaveLength(readings + 1);
  reading.unsubscribe();
});

it('[NOTE5] a note that the store does not take says so', async () => {
  const refusing = createNoteBook({
    notes: () => Promise.reject(new Error('stopped')),
    status$: new BehaviorSubject({ from: 0, problem: null }),
  });
  expect(await refusing.put({ at: 1, text: 'x' })).toBe(notKept('x'));
  expect(await createNoteBook(aRecorder()).put({ at: 1, text: 'x' })).toBe(notKept('x'));
  expect(await refusing.put({ at: 1, text: '' })).toBe('Nothing is recorded, or the browser refused to store the change.');
});
