import { expect, it, vi } from 'vitest';
import { guardedHistory } from '#app/console/guardedHistory';
import { createLeaveGuard } from '#ui/form/leaveGuard';

/** The history of this page with what it shows; `stop` ends it. */
function opened() {
  window.history.replaceState(null, '', '/maps/locations');
  const guard = createLeaveGuard();
  const history = guardedHistory(window, guard);
  const shown: string[] = [];
  const causes: string[] = [];
  const stop = history.listen(({ action, location }) => {
    causes.push(action);
    shown.push(location.pathname + location.search);
  });
  return { guard, history, shown, causes, stop };
}

it('[FORM3] a link to another screen waits for the answer, also one that replaces; within the screen nothing is asked', () => {
  const { guard, history, shown, stop } = opened();
  history.push('/fleet/state');
  const release = guard.hold();
  history.push('/fleet/state?sort=name');
  expect(guard.isPending()).toBe(false);
  history.push('/dashboard');
  expect(guard.isPending()).toBe(true);
  guard.answer(false);
  history.replace('/dashboard');
  expect(guard.isPending()).toBe(true);
  expect(shown).toEqual(['/fleet/state', '/fleet/state?sort=name']);
  guard.answer(true);
  expect(shown).toEqual(['/fleet/state', '/fleet/state?sort=name', '/dashboard']);
  release();
  stop();
});

it.each(['device_serial', 'map_id', 'incident_id', 'location', 'upload', 'tab'])(
  '[FORM3] [FORM11] Back to another %s of the same screen is asked for; a form that was saved may lead to another one',
  async (name) => {
    const { guard, history, shown, stop } = opened();
    history.push(`/screen?${name}=A`);
    guard.hold();
    history.push(`/screen?page=2&${name}=B`);
    history.push(`/screen?${name}=B&page=3`);
    expect(guard.isPending()).toBe(false);
    history.go(-1);
    await vi.waitFor(() => expect(shown.at(-1)).toBe(`/screen?page=2&${name}=B`));
    history.go(-1);
    await vi.waitFor(() => expect(guard.isPending()).toBe(true));
    await vi.waitFor(() => expect(window.location.search).toBe(`?page=2&${name}=B`));
    guard.answer(true);
    await vi.waitFor(() => expect(shown.at(-1)).toBe(`/screen?${name}=A`));
    stop();
  },
);

it('[FORM6] an action that follows while the question is open is dropped: the answer is to the first one', () => {
  const { guard, history, shown, stop } = opened();
  guard.hold();
  const acts: string[] = [];
  guard.leave(() => void acts.push('sign out'));
  history.push('/dashboard');
  history.replace('/dashboard');
  guard.answer(true);
  expect(acts).toEqual(['sign out']);
  expect(shown).toEqual([]);
  stop();
});

it('[FORM6] the question closes with the changes that it is about, and what it asked for is not done later', () => {
  const { guard, history, shown, stop } = opened();
  const releases = [guard.hold(), guard.hold()];
  history.push('/dashboard');
  const pending = releases.map((release) => {
    release();
    return guard.isPending();
  });
  expect(pending).toEqual([true, false]);
  guard.answer(true);
  expect(shown).toEqual([]);
  stop();
});

it('[FORM3] Back stays on the screen until it is answered, then goes back', async () => {
  const { guard, history, shown, stop } = opened();
  history.push('/fleet/state');
  guard.hold();
  history.go(-1);
  await vi.waitFor(() => expect(guard.isPending()).toBe(true));
  await vi.waitFor(() => expect(window.location.pathname).toBe('/fleet/state'));
  guard.answer(false);
  expect(shown).toEqual(['/fleet/state']);
  history.go(-1);
  await vi.waitFor(() => expect(guard.isPending()).toBe(true));
  await vi.waitFor(() => expect(window.location.pathname).toBe('/fleet/state'));
  guard.answer(true);
  await vi.waitFor(() => expect(shown).toEqual(['/fleet/state', '/maps/locations']));
  stop();
});

it('[DOOR3] to its listeners Back is Pop, and Forward leads on as a link does', async () => {
  const { history, shown, causes, stop } = opened();
  history.push('/fleet/state');
  history.go(-1);
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  history.go(1);
  await vi.waitFor(() => expect(shown).toHaveLength(3));
  expect(causes).toEqual(['PUSH', 'POP', 'PUSH']);
  stop();
});
