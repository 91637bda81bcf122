import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { menuOf } from '#app/console/access';
import { routes } from '#app/console/routes';
import { getKeptSpans, type KeptSpan, postReleaseSpan } from '#contract/historyPin';
import { roles } from '#domain/people/rights';
import { KeptScreen } from '#screens/management/kept_history/KeptScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { rows } from '../onScreen.ts';
import { actOf, managing, signedIn } from './aManagement.tsx';

const aSpan = (over: Partial<KeptSpan> = {}): KeptSpan => ({
  id: 'pin-1',
  kind: 'pin',
  from: '2026-03-04T13:05:09Z',
  to: '2026-03-04T15:05:09Z',
  serials: null,
  organisations: ['De Linde Groep'],
  reason: 'Belt slips',
  author: 'An',
  kept_at: '2026-03-05T13:05:09Z',
  may_release: true,
  ...over,
});
const key = keyOf({ call: getKeptSpans.name, params: {}, query: { page: 0, per_page: 10 } });
const answered = (...results: readonly KeptSpan[]): EventPayload => ({
  kind: 'request.succeeded',
  key,
  call: getKeptSpans.name,
  answer: { total: results.length, results },
});
const kept = (role = 'organisation_admin', isPast = false) =>
  managing(<KeptScreen />, { address: '/management/kept_history', events: [signedIn(role)], isPast });
const cells = (row: number) =>
  within(rows()[row] ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it.each(roles)('[KEPT1] the menu of %s has it where the server announces it', (role) => {
  const isInMenu = (features: readonly string[]) =>
    menuOf(routes, role, features).some((entry) => 'entries' in entry && entry.entries.some(({ label }) => label === 'Kept History'));
  expect([isInMenu(['history_pins']), isInMenu([])]).toEqual([true, false]);
});

it('[KEPT1] a row says which span, why, which devices, who and since when; only what may be released has a button', () => {
  const { learn } = kept();
  expect(screen.getByRole('table', { name: 'Kept spans' })).toHaveAttribute('aria-busy', 'true');
  const incident = { kind: 'incident', id: 'i-1', reason: '0x00000011', author: null } as const;
  learn(
    answered(
      aSpan(),
      aSpan({ ...incident, serials: ['LF-01', 'LF-02', 'LF-03', 'LF-04'], to: '2026-03-04T13:25:09Z', may_release: false }),
      aSpan({ kind: 'note', id: 'n-1', reason: 'Pallet', may_release: false }),
    ),
  );
  expect(cells(0)).toEqual([
    '04/03/2026, 14:05:092 h 0 min',
    'Kept by a personBelt slips',
    'All',
    'An',
    '05/03/2026, 14:05:09',
    'Go toRelease',
  ]);
  expect(cells(1)[0]).toBe('04/03/2026, 14:05:0920 min');
  expect(cells(1)[2]).toMatch(/LF-01.*LF-03.*and 1 more/);
  expect(cells(1).at(-1)).toBe('Open incident');
  expect(screen.getByRole('link', { name: 'Open incident' })).toHaveAttribute('href', '/incidents/all?incident_id=i-1');
  expect(cells(2)[1]).toBe('NotePallet');
  expect(screen.getAllByRole('button', { name: 'Release' })).toHaveLength(1);
});

it('[KEPT1] the staff sees whose history it is', () => {
  const { learn } = kept('system_admin');
  learn(answered(aSpan()));
  expect(cells(0)[3]).toBe('De Linde Groep');
});

it('[KEPT2] a span is released after a question, once; what the server refuses is reported, and the list is read again', async () => {
  const { learn, user, acts, given, alerts } = kept();
  learn(answered(aSpan()));
  await user.click(screen.getByRole('button', { name: 'Release' }));
  const question = screen.getByRole('alertdialog');
  expect(question).toHaveTextContent(
    'Release the span of An? The history of 04/03/2026, 14:05:09, 2 h 0 min is removed when its time is over, at once if that is so now.',
  );
  await user.click(within(question).getByRole('button', { name: 'No' }));
  expect(given().filter(({ call }) => call === postReleaseSpan.name)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Release' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(given().filter(({ call }) => call === postReleaseSpan.name)).toEqual([
    { call: postReleaseSpan.name, params: { id: 'pin-1' }, body: undefined },
  ]);
  expect(acts()).toEqual([]);
  const act = actOf(postReleaseSpan, { id: 'pin-1' });
  learn(...act.refused(404, 'NotFound: no such kept span'));
  expect(alerts()).toEqual(['warning: no such kept span']);
  learn(...act.gave({ result: true }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('[KEPT2] a past moment releases nothing', () => {
  const { learn } = kept('organisation_admin', true);
  learn(answered(aSpan()));
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
});

it('[KEPT3] an empty list says how a span gets into it, and one that cannot be loaded offers another try', () => {
  const { learn } = kept();
  learn(answered());
  expect(screen.getByText('No rows found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Compare Moments' })).toHaveAttribute('href', '/fleet/compare_moments');
  learn({ kind: 'request.failed', key, call: getKeptSpans.name, failure: { status: 500, message: '' } });
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Compare Moments' })).toBeNull();
});

it('[EACH1] a span is released that was confirmed while another is being sent', async () => {
  const { learn, user, given } = kept();
  learn(answered(aSpan(), aSpan({ id: 'pin-2', reason: 'Gate' })));
  for (const index of [0, 1]) {
    await user.click(screen.getAllByRole('button', { name: 'Release' })[index] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Yes' }));
  }
  const released = () => given().flatMap(({ call, params }) => (call === postReleaseSpan.name ? [params['id']] : []));
  expect(released()).toEqual(['pin-1']);
  learn(...actOf(postReleaseSpan, { id: 'pin-1' }).gave({ result: true }));
  expect(released()).toEqual(['pin-1', 'pin-2']);
});
