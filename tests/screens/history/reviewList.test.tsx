import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getHistoryEpisodes, type HistoryEpisode, postReviewEpisode } from '#contract/history';
import { HistoryScreen } from '#screens/history/HistoryScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { ticked } from '../../state/eventsOf.ts';
import { LiveConsole } from '../../widgets/aLiveConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';

const NOW = Date.parse('2026-03-04T13:05:00Z') / 1_000;

const anEpisode = (id: number, reviewed = false): HistoryEpisode => ({
  id: `e-${id}`,
  kind: 'error',
  at: new Date((NOW - id * 600) * 1_000).toISOString(),
  to: null,
  serials: ['LF-01'],
  text: `Episode ${id}`,
  codes: [],
  count: 1,
  reviews: [],
  reviewed,
});

/** The Review List with these episodes, the newest first. */
function opened(...episodes: readonly HistoryEpisode[]) {
  return openedAt(NOW, ...episodes);
}
function openedAt(now: number, ...episodes: readonly HistoryEpisode[]) {
  const view = (
    <LiveConsole>
      <HistoryScreen />
    </LiveConsole>
  );
  const shown = managing(view, { address: '/history', events: [signedIn('organisation_user')] });
  shown.tickAt(now);
  const month = shown.intents.flatMap((intent) =>
    intent.kind === 'query.subscribed' && intent.request.call === getHistoryEpisodes.name ? [intent.request] : [],
  );
  const listed = (...result: readonly HistoryEpisode[]): EventPayload => ({
    kind: 'request.succeeded',
    key: keyOf(month.at(-1) ?? { call: '', params: {}, query: {} }),
    call: getHistoryEpisodes.name,
    answer: { result, held_days: null },
  });
  shown.learn(ticked, listed(...episodes));
  const reviews = () => shown.acts().map(({ body }) => body);
  return { ...shown, reviews, show: (...next: readonly HistoryEpisode[]) => shown.learn(listed(...next)) };
}
const act = actOf(postReviewEpisode, {});
const row = (text: string) => screen.getByText(text).closest<HTMLElement>('tr') ?? document.body;

it('[EACH1] a review that is made while another is being sent is sent after it, and each outcome is reported', async () => {
  const { user, reviews, learn, alerts } = opened(anEpisode(1), anEpisode(2), anEpisode(3));
  for (const id of [1, 2, 3]) await user.click(within(row(`Episode ${id}`)).getByRole('button', { name: 'Reviewed' }));
  expect(reviews()).toEqual([{ id: 'e-1', reviewed: true }]);
  learn(...act.refused(503, 'busy'));
  expect(alerts()).toEqual(['warning: busy']);
  expect(reviews().slice(1)).toEqual([{ id: 'e-2', reviewed: true }]);
  learn(...act.gave({ result: true }));
  expect(reviews().slice(2)).toEqual([{ id: 'e-3', reviewed: true }]);
});

it('[EACH1] what still waits when the list is left is sent', async () => {
  const { user, reviews, unmount } = opened(anEpisode(1), anEpisode(2), anEpisode(3));
  for (const id of [1, 2, 3]) await user.click(within(row(`Episode ${id}`)).getByRole('button', { name: 'Reviewed' }));
  unmount();
  expect(reviews()).toEqual([1, 2, 3].map((id) => ({ id: `e-${id}`, reviewed: true })));
});

it('[EACH2] R and R again before the list came again is a review and its undo, sent or not', async () => {
  const { user, reviews, learn, show } = opened(anEpisode(1), anEpisode(2));
  const isReviewed = () => within(row('Episode 1')).getByRole('button', { name: 'Reviewed' }).getAttribute('aria-pressed');
  await user.click(screen.getByRole('radio', { name: 'All' }));
  row('Episode 1').focus();
  await user.keyboard('r');
  expect(isReviewed()).toBe('true');
  // The second waits for the first.
  await user.keyboard('r');
  expect(isReviewed()).toBe('false');
  learn(...act.gave({ result: true }));
  learn(...act.gave({ result: true }));
  // A third, once both were saved, before the list came again.
  await user.keyboard('r');
  expect(reviews()).toEqual([true, false, true].map((reviewed) => ({ id: 'e-1', reviewed })));
  learn(...act.gave({ result: true }));
  expect(isReviewed()).toBe('true');
  // What somebody else has changed since is shown.
  show(anEpisode(1, false), anEpisode(2));
  expect(isReviewed()).toBe('false');
});

it('[EACH2] a review that was refused is taken back', async () => {
  const { user, reviews, learn } = opened(anEpisode(1), anEpisode(2));
  await user.click(within(row('Episode 1')).getByRole('button', { name: 'Reviewed' }));
  expect(screen.queryByText('Episode 1')).toBeNull();
  learn(...act.refused(503, 'busy'));
  await user.click(within(row('Episode 1')).getByRole('button', { name: 'Reviewed' }));
  expect(reviews()).toEqual([true, true].map((reviewed) => ({ id: 'e-1', reviewed })));
});

const focused = () => `${document.activeElement?.tagName ?? ''} ${document.activeElement?.textContent ?? ''}`;

it.each([
  ['r', 2, /^TR .*Episode 3/],
  ['R', 2, /^TR .*Episode 3/],
  ['r', 3, /^TR .*Episode 2/],
])('[REVIEW1] the key %s reviews episode %i of three, once for each press, and the focus goes to %s', async (key, reviewed, next) => {
  const episodes = [1, 2, 3];
  const { user, reviews, learn, show } = opened(...episodes.map((id) => anEpisode(id)));
  row(`Episode ${reviewed}`).focus();
  await user.keyboard(`{${key}>3/}`);
  expect(reviews()).toEqual([{ id: `e-${reviewed}`, reviewed: true }]);
  learn(...act.gave({ result: true }));
  expect(reviews()).toHaveLength(1);
  show(...episodes.map((id) => anEpisode(id, id === reviewed)));
  expect(screen.queryByText(`Episode ${reviewed}`)).toBeNull();
  expect(focused()).toMatch(next);
});

it('[REVIEW1] where reviewed ones stay in the list, so does the focus, and R takes a review back', async () => {
  const { user, reviews } = opened(anEpisode(1, true), anEpisode(2));
  await user.click(screen.getByRole('radio', { name: 'All' }));
  row('Episode 1').focus();
  await user.keyboard('r');
  expect(reviews()).toEqual([{ id: 'e-1', reviewed: false }]);
  expect(focused()).toMatch(/^TR .*Episode 1/);
});

it('[REVIEW2] a double-click on "Reviewed" reviews one episode, and neither reviews nor opens the one in its place', () => {
  const { reviews } = opened(anEpisode(1), anEpisode(2));
  const [first] = screen.getAllByRole('button', { name: 'Reviewed' });
  fireEvent.click(first ?? document.body, { detail: 1 });
  expect(screen.queryByText('Episode 1')).toBeNull();
  fireEvent.click(within(row('Episode 2')).getByRole('button', { name: 'Reviewed' }), { detail: 2 });
  expect(within(row('Episode 2')).getByRole('button', { name: 'Reviewed' })).toHaveAttribute('aria-pressed', 'false');
  expect(reviews()).toEqual([{ id: 'e-1', reviewed: true }]);
});

it.each([
  ['2026-03-31T21:54:00Z', 'March 31, 2026'],
  ['2026-03-31T21:57:00Z', 'March 31, 2026'],
  ['2026-03-31T22:00:01Z', 'April 1, 2026'],
])('[TODAY1] at %s today is %s', (at, today) => {
  openedAt(Date.parse(at) / 1_000);
  expect(document.querySelector('[aria-current=date]')).toHaveAccessibleName(new RegExp(today));
});
