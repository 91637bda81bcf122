import { BehaviorSubject } from 'rxjs';
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import type { BookNote, NoteChange } from '#past/recorder/noteBook';
import { createLogStore } from '#state/store';
import { NotesPanel } from '#timeline/notes/NotesPanel';
import { renderUi } from '../support/renderUi.tsx';
import { someTravel } from '../support/someTravel.ts';

const AT = Date.parse('2026-03-04T12:00:00Z');
const aNote = (text: string, seconds: number, bookmark?: Partial<BookNote['bookmark']>): BookNote => ({
  at: AT + seconds * 1_000,
  text,
  ...(bookmark === undefined
    ? {}
    : { bookmark: { id: text, isShared: false, author: null, mayRemove: true, isPending: false, ...bookmark } }),
});

interface Options {
  readonly hasOlder?: boolean;
  readonly isOnServer?: boolean;
  /** Why the note of Dee is not deleted. */
  readonly refusal?: string | null;
  /** What a change waits for. */
  readonly answered?: Promise<unknown>;
}

/** The list of notes; `changes` fills with what was put. */
function panel(notes: readonly BookNote[], { hasOlder = false, isOnServer = true, refusal = null, answered }: Options = {}) {
  const changes: NoteChange[] = [];
  const travel = someTravel({
    isPast: true,
    isPlaying: false,
    hasBanner: true,
    shownAt: () => AT,
    status$: new BehaviorSubject({ from: AT, problem: null }),
    liveStore: createLogStore({ devTools: false }),
  });
  const put = async (change: NoteChange) => {
    changes.push(change);
    await answered;
    if (change.id === 'of Dee') return refusal;
    return change.text === 'refused' ? 'At most 500 notes.' : null;
  };
  const { user } = renderUi(
    <TimeTravelContext value={travel}>
      <NotesPanel {...{ notes, hasOlder, isOnServer, put }} />
    </TimeTravelContext>,
  );
  return { user, changes };
}
const rowOf = (text: string) => within(screen.getByText(text).closest('li') ?? document.body);
const buttonsOf = (text: string) =>
  rowOf(text)
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);

it('[NOTE9] a note says who shares it and whether it is sent; only the own ones are edited', () => {
  panel([
    aNote('local', 0),
    aNote('own', 1, {}),
    aNote('shared', 2, { isShared: true, isPending: true }),
    aNote('of Bo', 3, { author: 'Bo', isShared: true, mayRemove: false }),
    aNote('of Dee', 3, { author: 'Dee', isShared: true }),
  ]);
  expect(
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^.*\d\d:\d\d:\d\d/, '').replace('Go to', '')),
  ).toEqual(['local', 'own', 'sharedShared, Not sent yet', 'of BoBo', 'of DeeDee']);
  expect(buttonsOf('local')).toEqual(['Go to', 'Edit note', 'Delete note']);
  expect(buttonsOf('own')).toEqual(['Go to', 'Edit note', 'Delete note']);
  expect(buttonsOf('of Bo')).toEqual(['Go to']);
  expect(buttonsOf('of Dee')).toEqual(['Go to', 'Delete note']);
});

it('[NOTE12] when the oldest shared notes are left out, the list says so', () => {
  const left = 'Only the newest 1 shared notes are listed; older ones are left out.';
  const notes = [aNote('own', 1, {}), aNote('of Bo', 3, { author: 'Bo', isShared: true })];
  panel(notes);
  expect(screen.queryByText(left)).toBeNull();
  panel(notes, { hasOlder: true });
  expect(screen.getByText(left)).toBeVisible();
});

it('[NOTE9] the form shares a note where that is switched on, and keeps what is typed when it is refused', async () => {
  const { user, changes } = panel([aNote('of Bo', 0, { author: 'Bo' })]);
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  const field = await screen.findByRole('textbox', { name: 'Note' });
  // The note of somebody else at this moment is not the own one.
  expect(field).toHaveValue('');
  await user.type(field, 'refused');
  expect(screen.getByRole('switch', { name: 'Share within the organisation' })).not.toBeChecked();
  await user.click(screen.getByRole('switch', { name: 'Share within the organisation' }));
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('At most 500 notes.')).toBeVisible();
  expect(field).toHaveValue('refused');
  expect(changes).toEqual([{ at: AT, text: 'refused', id: undefined, isShared: true, isLocal: false }]);
});

it('[NOTE9] the own note of a moment is changed by its id, one of somebody else is deleted by its id after a question', async () => {
  const { user, changes } = panel([aNote('mine', 0, { isShared: true }), aNote('of Dee', 0, { author: 'Dee' })]);
  await user.click(rowOf('mine').getByRole('button', { name: 'Edit note' }));
  expect(await screen.findByRole('switch', { name: 'Share within the organisation' })).toBeChecked();
  await user.type(screen.getByRole('textbox', { name: 'Note' }), ' and more');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.click(rowOf('of Dee').getByRole('button', { name: 'Delete note' }));
  expect(await screen.findByText('Delete the note of Dee on 04/03/2026, 13:00:00?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(changes).toEqual([
    { at: AT, text: 'mine and more', id: 'mine', isShared: true, isLocal: false },
    { at: AT, text: '', id: 'of Dee', isLocal: false },
  ]);
});

it('[NOTE18] of two own notes at one moment the one whose Edit was pressed is changed, once per press of several', async () => {
  const { user, changes } = panel([aNote('mine', 0, {}), aNote('mine too', 0, {})]);
  await user.click(rowOf('mine too').getByRole('button', { name: 'Edit note' }));
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('mine too');
  await user.type(screen.getByRole('textbox', { name: 'Note' }), '!');
  await user.dblClick(screen.getByRole('button', { name: 'Save note' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(changes).toEqual([{ at: AT, text: 'mine too!', id: 'mine too', isShared: false, isLocal: false }]);
});

it('[NOTE18] a note that only this browser keeps is changed and deleted as such, beside one of the server', async () => {
  const { user, changes } = panel([aNote('mine', 0, {}), aNote('here', 0)]);
  await user.click(rowOf('here').getByRole('button', { name: 'Edit note' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), '!{Enter}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.click(rowOf('here').getByRole('button', { name: 'Delete note' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(changes).toEqual([
    { at: AT, text: 'here!', id: undefined, isShared: false, isLocal: true },
    { at: AT, text: '', id: undefined, isLocal: true },
  ]);
});

it('[NOTE18] while a note is saved nothing of it is changed, and the end of that closes no other form', async () => {
  let end: () => void = () => undefined;
  const { user } = panel([aNote('mine', 0, {}), aNote('mine too', 60, {})], { answered: new Promise<void>((resolve) => (end = resolve)) });
  await user.click(rowOf('mine').getByRole('button', { name: 'Edit note' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), '!{Enter}');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveAttribute('readonly');
  expect(screen.getByRole('switch')).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(rowOf('mine too').getByRole('button', { name: 'Edit note' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), ' and more');
  await act(async () => end());
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('mine too and more');
});

it('[NOTE9] a server that keeps no notes has no switch, and its form says where the note stays', async () => {
  const { user } = panel([], { isOnServer: false });
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText(/It stays in this browser/)).toBeVisible();
  expect(screen.queryByRole('switch')).toBeNull();
});

it('[NOTE16] a note that is not deleted says why, until another one is changed', async () => {
  const { user } = panel([aNote('mine', 0, {}), aNote('of Dee', 60, { author: 'Dee' })], { refusal: 'Only its author may do that.' });
  const answer = async (text: string, word: string) => {
    await user.click(rowOf(text).getByRole('button', { name: 'Delete note' }));
    await user.click(await screen.findByRole('button', { name: word }));
  };
  await answer('of Dee', 'Yes');
  const reason = 'The note of 04/03/2026, 13:01:00 was not deleted. Only its author may do that.';
  expect(await screen.findByRole('alert')).toHaveTextContent(reason);
  await answer('mine', 'No');
  expect(screen.queryByRole('alert')).toBeNull();
  await answer('mine', 'Yes');
  expect(screen.queryByRole('alert')).toBeNull();
});
