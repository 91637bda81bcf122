import { asyncScheduler, BehaviorSubject, type SchedulerLike, Subject, VirtualTimeScheduler } from 'rxjs';
import { act, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import type { BookNote, NoteChange } from '#past/recorder/noteBook';
import { createLogStore } from '#state/store';
import { NoteKey } from '#timeline/notes/NoteKey';
import { renderUi } from '../support/renderUi.tsx';
import { someTravel } from '../support/someTravel.ts';

beforeAll(() => import('#ui/Modal'));

const AT = Date.parse('2026-03-04T12:00:00Z');
const bookmark = { id: 'n-1', isShared: true, author: null, mayRemove: true, isPending: false };
const found: BookNote = { at: AT, text: 'Gate open', bookmark };

/** The key B over a server whose notes are not read yet; `read` tells them, `changes` fills with what was saved. */
function slow({ failures = 0, clock = asyncScheduler }: { readonly failures?: number; readonly clock?: SchedulerLike } = {}) {
  let left = failures;
  const notes$ = new Subject<readonly BookNote[]>();
  const changes: NoteChange[] = [];
  const put = async (change: NoteChange) => {
    changes.push(change);
    return null;
  };
  const travel = someTravel({
    isPast: true,
    isPlaying: false,
    hasBanner: true,
    shownAt: () => AT,
    recorded: async () => {
      left -= 1;
      if (left >= 0) throw new Error('The code of the past cannot be loaded.');
      return { blocks: async () => [], block: async () => null, notes: { isOnServer: true, notes$, put } };
    },
    status$: new BehaviorSubject({ from: AT, problem: null }),
    liveStore: createLogStore({ devTools: false }),
    clock,
  });
  const { user } = renderUi(
    <TimeTravelContext value={travel}>
      <NoteKey first={null} />
    </TimeTravelContext>,
  );
  return { user, changes, read: (...notes: readonly BookNote[]) => act(async () => notes$.next(notes)) };
}
const field = () => screen.findByRole('textbox', { name: 'Note' });

it('[NOTE15] B opens the form before the notes are read, and the text of a note that is found then shows', async () => {
  const { user, read, changes } = slow();
  await user.keyboard('b');
  await expect.poll(async () => document.activeElement === (await field())).toBe(true);
  await read(found);
  expect(await field()).toHaveValue('Gate open');
  expect(screen.getByRole('heading', { name: 'Edit note' })).toBeVisible();
  expect(screen.getByRole('switch')).toBeChecked();
  await user.keyboard('!{Enter}');
  await expect.poll(() => changes).toEqual([{ at: AT, text: 'Gate open!', id: 'n-1', isShared: true, isLocal: false }]);
});

it('[NOTE15] what is typed meanwhile stays, and a note that is found then is shown before it is replaced', async () => {
  const { user, read, changes } = slow();
  await user.keyboard('b');
  await expect.poll(async () => document.activeElement === (await field())).toBe(true);
  await user.keyboard('Belt slips{Enter}');
  expect(changes).toEqual([]);
  await read(found);
  expect(await field()).toHaveValue('Belt slips');
  expect(screen.getByText(/This moment has a note: "Gate open"/)).toBeVisible();
  expect(changes).toEqual([]);
  await user.keyboard('{Enter}');
  await expect.poll(() => changes).toMatchObject([{ text: 'Belt slips', id: 'n-1' }]);
});

it('[NOTE15] a note that is closed while the notes are read for its save is not saved, and nothing is typed meanwhile', async () => {
  const { user, read, changes } = slow();
  await user.keyboard('b');
  await expect.poll(async () => document.activeElement === (await field())).toBe(true);
  await user.keyboard('Belt slips{Enter} at row 4');
  expect(await field()).toHaveValue('Belt slips');
  expect(screen.getByRole('button', { name: 'Reading notes...' })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await read();
  expect(changes).toEqual([]);
});

it('[NOTE15] a note that was saved before the notes are read is kept then', async () => {
  const { user, read, changes } = slow();
  await user.keyboard('b');
  await expect.poll(async () => document.activeElement === (await field())).toBe(true);
  await user.keyboard('Belt slips{Enter}');
  await read();
  await expect.poll(() => changes).toMatchObject([{ text: 'Belt slips' }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

it('[UNREAD3] a note that is written while the code of the past cannot be loaded is kept once it can', async () => {
  const clock = new VirtualTimeScheduler();
  const { user, read, changes } = slow({ failures: 2, clock });
  await user.keyboard('b');
  await expect.poll(async () => document.activeElement === (await field())).toBe(true);
  await user.keyboard('Belt slips{Enter}');
  const next = async () => {
    await expect.poll(() => clock.actions.length).toBe(1);
    await act(async () => clock.flush());
  };
  await next();
  await next();
  expect(changes).toEqual([]);
  await expect
    .poll(async () => {
      await read();
      return changes;
    })
    .toMatchObject([{ text: 'Belt slips' }]);
});
