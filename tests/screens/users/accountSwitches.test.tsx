import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AnswerOf } from '#contract/call';
import type { ServerFeature } from '#contract/config';
import { getAccountPolicy, postAccountPolicy } from '#contract/sessionAccount';
import { ProductNamesContext } from '#hooks/productNames';
import { UsersScreen } from '#screens/users/UsersScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { rows } from '../onScreen.ts';

const policy = (organisations: AnswerOf<typeof getAccountPolicy>['organisations']): EventPayload =>
  answered(getAccountPolicy, { is_on: false, days: 30, notice_seen_at: null, organisations });
const linde = (is_on: boolean) => ({ organisation_id: 'org-de-linde', name: 'De Linde Groep', is_on });
const staff = { organisation_id: null, name: null, is_on: true };

interface Options {
  readonly role?: string;
  readonly isPast?: boolean;
  readonly features?: readonly ServerFeature[];
  readonly known?: readonly EventPayload[];
}
const open = ({ role = 'organisation_admin', isPast = false, features, known = [policy([linde(false)])] }: Options = {}) => {
  const view = (
    <ProductNamesContext value={{ company: 'Serra', product: 'Orangery' }}>
      <UsersScreen />
    </ProductNamesContext>
  );
  return managing(view, { address: '/users?tab=session_accounts', events: [signedIn(role), ...known], isPast, features });
};
const asked = (intents: ReturnType<typeof open>['intents']) =>
  intents.filter((intent) => intent.kind === 'query.subscribed' && intent.request.call === getAccountPolicy.name);
const button = (name: string) => screen.getByRole('button', { name });

it.each([
  ['a system_admin', 'system_admin', undefined, true],
  ['an organisation_admin', 'organisation_admin', undefined, true],
  ['an engineer', 'license_support_engineer', undefined, false],
  ['an organisation_user', 'organisation_user', undefined, false],
  ['an administrator of a server that does not announce it', 'system_admin', ['removals'] as const, false],
])('[SACCT8] [FEAT1] %s', (_, role, features, has) => {
  const { intents } = open({ role, ...(features === undefined ? {} : { features }) });
  expect(screen.queryAllByRole('tab', { name: 'Session Accounts' })).toHaveLength(has ? 1 : 0);
  expect(asked(intents)).toHaveLength(has ? 1 : 0);
});

it('[SACCT8] it says what accounts are, lists the switches, and turns one after a question, once', async () => {
  const { user, acts, learn, alerts, given } = open({ role: 'system_admin', known: [policy([staff, linde(false)])] });
  expect(screen.getByText(/To keep accounts is to monitor employees/)).toBeVisible();
  expect(screen.getByText(/Each line for 30 days/)).toBeVisible();
  expect(screen.getByText(/to people who are signed in within five minutes/)).toBeVisible();
  expect(
    rows().map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['De Linde Groep', 'Not kept'],
    ['Staff of Serra', 'Kept'],
  ]);
  await user.click(button('Switch on for De Linde Groep'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'What the people of De Linde Groep do in the console is kept for 30 days, of each person from when that person has read the notice. Notices of before do not count.',
  );
  await user.click(button('No'));
  expect(acts()).toEqual([]);
  await user.click(button('Switch on for De Linde Groep'));
  await user.click(button('Yes'));
  expect(acts()).toEqual([{ call: postAccountPolicy.name, params: {}, body: { organisation_id: 'org-de-linde', is_on: true } }]);
  learn(...actOf(postAccountPolicy, {}).gave({ result: true }));
  expect([alerts(), given().at(-1)?.call]).toEqual([['success: The switch is turned'], getAccountPolicy.name]);
  learn(policy([staff, linde(true)]));
  await user.click(button('Switch off for Staff of Serra'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'The accounts of sessions of the staff are removed at once, those that somebody shares, too.',
  );
  await user.click(button('Yes'));
  expect(acts().at(-1)?.body).toEqual({ organisation_id: null, is_on: false });
  learn(...actOf(postAccountPolicy, {}).refused(403, 'Forbidden: Only an administrator switches the accounts of sessions.'));
  expect(alerts().at(-1)).toBe('warning: Forbidden: Only an administrator switches the accounts of sessions.');
});

it('[SACCT8] at a past moment nothing is turned; what cannot be loaded offers another try', () => {
  const { learn } = open({ isPast: true });
  expect(button('Switch on for De Linde Groep')).toBeDisabled();
  const key = keyOf({ call: getAccountPolicy.name, params: {}, query: {} });
  learn({ kind: 'request.failed', key, call: getAccountPolicy.name, failure: { status: 500, message: '' } });
  expect(screen.getByText(/could not be loaded|Loading failed|No rows found/)).toBeVisible();
});

it('[EACH1] a switch is turned that was confirmed while another is being sent', async () => {
  const { user, acts, learn } = open({ role: 'system_admin', known: [policy([staff, linde(false)])] });
  for (const index of [0, 1]) {
    const turn = within(rows()[index] ?? document.body).getByRole('button');
    await user.click(turn);
    await user.click(button('Yes'));
  }
  expect(acts()).toHaveLength(1);
  learn(...actOf(postAccountPolicy, {}).gave({ result: true }));
  expect(acts()).toHaveLength(2);
});

it('[EACH2] a switch that was turned is shown so before the list came again, and its question is about that', async () => {
  const { user, acts, learn } = open({ role: 'system_admin', known: [policy([staff, linde(false)])] });
  const turn = actOf(postAccountPolicy, {});
  await user.click(button('Switch on for De Linde Groep'));
  await user.click(button('Yes'));
  await user.click(button('Switch off for De Linde Groep'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(/are removed at once/);
  await user.click(button('Yes'));
  learn(...turn.gave({ result: true }));
  expect(acts().map(({ body }) => body)).toEqual([true, false].map((is_on) => ({ organisation_id: 'org-de-linde', is_on })));
  learn(...turn.refused(503, 'busy'));
  learn(policy([staff, linde(true)]));
  expect(button('Switch off for De Linde Groep')).toBeEnabled();
});
