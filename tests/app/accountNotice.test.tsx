import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AccountNotice } from '#app/console/AccountNotice';
import { getAccountPolicy, postAccountNotice } from '#contract/sessionAccount';
import type { EventPayload } from '#streams/event';
import { answered } from '../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../screens/management/aManagement.tsx';

const policy = (is_on: boolean, notice_seen_at: string | null = null): EventPayload =>
  answered(getAccountPolicy, { is_on, days: 30, notice_seen_at, organisations: [] });
const open = (known: readonly EventPayload[], { isPast = false, role = 'organisation_user' } = {}) =>
  managing(<AccountNotice />, { address: '/dashboard', events: [signedIn(role), ...known], isPast });
const notice = () => screen.queryByRole('dialog');

it.each([
  ['before it is known', [], {}],
  ['where accounts are off', [policy(false)], {}],
  ['after it was seen', [policy(true, '2026-03-04T13:05:09Z')], {}],
  ['at a past moment', [policy(true)], { isPast: true }],
])('[SACCT9] there is no notice %s', (_, known, options) => {
  open(known, options);
  expect(notice()).toBeNull();
});

it('[SACCT9] it says what is kept, how long and who sees it, and is confirmed once', async () => {
  const { user, acts, learn, given } = open([policy(true)]);
  expect(notice()).toHaveAccessibleName('Your organisation keeps accounts of sessions');
  expect(notice()).toHaveTextContent(
    /The screens that you open, the commands and changes that you send.* for 30 days.* others of your organisation only while you share them/,
  );
  // The page around it can be used.
  expect(notice()).not.toHaveAttribute('aria-modal');
  await user.click(screen.getByRole('button', { name: 'I have read this' }));
  expect(acts()).toEqual([{ call: postAccountNotice.name, params: {}, body: {} }]);
  const act = actOf(postAccountNotice, {});
  learn(...act.refused(500, 'Broken'));
  expect(screen.getByRole('alert')).toHaveTextContent('Broken');
  learn(...act.gave({ result: '2026-03-04T13:05:09Z' }));
  expect(given().at(-1)?.call).toBe(getAccountPolicy.name);
  learn(policy(true, '2026-03-04T13:05:09Z'));
  expect(notice()).toBeNull();
  // Switched off and on again, it is asked once more.
  learn(policy(true));
  expect(notice()).not.toBeNull();
});

it.each([null, ''])('[SACCT9] a notice that was seen at %j was not seen', (seen) => {
  open([policy(true, seen)]);
  expect(notice()).not.toBeNull();
});

it('[SACCT9] closed, it confirms nothing', async () => {
  const { user, acts } = open([policy(true)], { role: 'system_admin' });
  expect(notice()).toHaveAccessibleName('The staff keeps accounts of sessions');
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect([notice(), acts()]).toEqual([null, []]);
});
