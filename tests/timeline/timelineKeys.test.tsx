import { act, screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { announcedTexts } from '../support/announcedTexts.ts';
import { banner, isNow, loaded, signedIn } from './aPastConsole.tsx';

beforeAll(loaded);

const bar = () => screen.queryByRole('region', { name: 'Timeline' });

it('[KEYS1] T closes a timeline that was left open, and opens it again, with the focus in it; closed, the focus is where it was', async () => {
  const { user } = signedIn('/fleet/state', { timeline: 'open' });
  await screen.findByRole('region', { name: 'Timeline' });
  for (let round = 0; round < 3; round += 1) {
    screen.getByRole('link', { name: 'Dashboard' }).focus();
    await user.keyboard('t');
    expect(bar()).toBeNull();
    await user.keyboard('t');
    expect(bar()).toHaveFocus();
  }
  await user.keyboard('t');
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveFocus();
});

it('[KEYS3] the past has always its timeline, and whoever closes that returns to now', async () => {
  const { travel, user } = signedIn();
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => travel.send({ kind: 'seek', at: 5_000 }));
  await banner();
  await screen.findByRole('region', { name: 'Timeline' });
  await user.click(screen.getByRole('button', { name: 'Close timeline' }));
  await isNow();
  expect(bar()).toBeNull();
});

it('[KEYS3] how far behind the moment is stands in the banner alone', async () => {
  const { travel } = signedIn();
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => travel.send({ kind: 'seek', at: 5_000 }));
  await banner();
  await screen.findByRole('region', { name: 'Timeline' });
  expect(screen.getAllByText(/behind/)).toHaveLength(1);
  expect(within(screen.getByRole('region', { name: 'Timeline' })).getByText('Past')).toBeVisible();
});

it('[KEYS4] Enter saves a note, Shift and Enter begins another line', async () => {
  const { user } = signedIn();
  await screen.findByRole('link', { name: 'Dashboard' });
  await user.keyboard('b');
  const field = await screen.findByRole('textbox', { name: 'Note' });
  await expect.poll(() => document.activeElement).toBe(field);
  await user.keyboard('Gate open{Shift>}{Enter}{/Shift}Again');
  expect(field).toHaveValue('Gate open\nAgain');
  await user.keyboard('{Enter}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

it('[IROOM6] a key in a part with a playhead of its own does not move the timeline', async () => {
  const { user } = signedIn('/fleet/state', { timeline: 'open' });
  await screen.findByRole('slider', { name: 'Moment' });
  const part = document.body.appendChild(document.createElement('div'));
  part.dataset['playhead'] = '';
  const inside = part.appendChild(document.createElement('button'));
  inside.focus();
  await user.keyboard('{Home}');
  screen.getByRole('link', { name: 'Dashboard' }).focus();
  await user.keyboard('{ArrowLeft}');
  await banner();
  // The step begins at now, not at the begin of the recording.
  expect(Number(screen.getByRole('slider', { name: 'Moment' }).getAttribute('value'))).toBeGreaterThan(30_000);
  part.remove();
});

it('[KEYS6] Escape in a part that uses it itself leaves the past only when it does not any more', async () => {
  const { travel, user } = signedIn();
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => travel.send({ kind: 'seek', at: 5_000 }));
  await banner();
  const plan = document.body.appendChild(document.createElement('div'));
  plan.tabIndex = 0;
  plan.dataset['escape'] = '';
  plan.focus();
  await user.keyboard('{Escape}');
  await banner();
  delete plan.dataset['escape'];
  await user.keyboard('{Escape}');
  await isNow();
  plan.remove();
});

it('[ARIA1] how far behind a moment is changes with the clock, and is not announced', async () => {
  const { travel } = signedIn();
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => travel.send({ kind: 'seek', at: 5_000 }));
  await banner();
  expect(screen.getByText(/behind/)).toHaveTextContent(/./);
  expect(announcedTexts().join(' ')).not.toContain('behind');
});
