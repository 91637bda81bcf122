import { screen, within } from '@testing-library/react';
import { BehaviorSubject, of } from 'rxjs';
import { expect, it } from 'vitest';
import { menuOf } from '#app/console/access';
import { routes } from '#app/console/routes';
import { roles } from '#domain/people/rights';
import type { AnswerOf } from '#contract/call';
import {
  type AccountLine,
  getAccountPolicy,
  getSessionAccounts,
  postAccountLines,
  postRemoveAccount,
  type SessionAccount,
} from '#contract/sessionAccount';
import { type OwnAccount, OwnAccountContext } from '#hooks/OwnAccountContext';
import type { UploadState } from '#past/account/accountUpload';
import { AccountsScreen } from '#screens/history/accounts/AccountsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { rows } from '../onScreen.ts';

const anAccount = (over: Partial<SessionAccount> = {}): SessionAccount => ({
  session_id: 's-1',
  author: 'An',
  is_own: true,
  is_shared: false,
  from: '2026-03-04T13:05:09Z',
  to: '2026-03-04T15:05:09Z',
  may_remove: true,
  ...over,
});
const key = keyOf({ call: getSessionAccounts.name, params: {}, query: { page: 0, per_page: 10 } });
const listed = (...results: readonly SessionAccount[]): EventPayload => ({
  kind: 'request.succeeded',
  key,
  call: getSessionAccounts.name,
  answer: { total: results.length, results },
});
const policy = (over: Partial<AnswerOf<typeof getAccountPolicy>>): EventPayload =>
  answered(getAccountPolicy, { is_on: true, days: 30, notice_seen_at: null, organisations: [], ...over });
const aLine = (over: Partial<AccountLine> = {}): AccountLine => ({
  sequence: 0,
  at: '2026-03-04T13:05:09Z',
  kind: 'command',
  text: 'Request Control: Lumion 01',
  outcome: 'Done',
  ...over,
});
const kept: UploadState = { kind: 'kept', id: 's-now', lines: 3, sentAt: Date.parse('2026-03-04T13:05:09Z'), isFailing: false };

/** The account of this session, or none as in a replay. */
function own({ state = { kind: 'off' }, lines = async () => [aLine()] }: { state?: UploadState; lines?: OwnAccount['readLines'] } = {}) {
  const isShared$ = new BehaviorSubject(false);
  const account: OwnAccount = {
    state$: of(state),
    isShared$,
    setShared: (isShared) => isShared$.next(isShared),
    setPast: () => undefined,
    readLines: lines,
  };
  return { account, isShared$ };
}
interface Options {
  readonly account?: OwnAccount | null;
  /** Loads the account; by default at once. */
  readonly load?: () => Promise<OwnAccount>;
  readonly isPast?: boolean;
  readonly address?: string;
}
const open = ({ account = null, load, isPast = false, address = '/history/accounts' }: Options = {}) => {
  const view = (
    <OwnAccountContext value={load ?? (account === null ? null : async () => account)}>
      <AccountsScreen />
    </OwnAccountContext>
  );
  return managing(view, { address, events: [signedIn('organisation_user')], isPast });
};
const cells = (row: number) =>
  within(rows()[row] ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole('button', { name });

it.each(roles)('[SACCT12] the menu of %s has it where the server announces it', (role) => {
  const isInMenu = (features: readonly string[]) =>
    menuOf(routes, role, features).some((entry) => 'entries' in entry && entry.entries.some(({ path }) => path === '/history/accounts'));
  expect([isInMenu(['session_accounts']), isInMenu(['history'])]).toEqual([true, false]);
});

it('[SACCT12] own accounts and shared ones of others are listed; the one of this session has neither of its buttons', async () => {
  const { learn } = open({ account: own({ state: kept }).account });
  expect(screen.getByRole('table', { name: 'Accounts' })).toHaveAttribute('aria-busy', 'true');
  learn(
    listed(
      anAccount({ session_id: 's-now' }),
      anAccount(),
      anAccount({ session_id: 's-2', is_shared: true }),
      anAccount({ session_id: 's-3', is_own: false, author: 'Bo', is_shared: true, may_remove: false }),
    ),
  );
  await screen.findByText('This session', { selector: 'td *, td' });
  expect([cells(0), cells(1), cells(2), cells(3)]).toEqual([
    ['04/03/2026, 14:05:09', 'This session', 'You', 'Not shared', 'Open'],
    ['04/03/2026, 14:05:09', '04/03/2026, 16:05:09', 'You', 'Not shared', 'OpenShareRemove'],
    ['04/03/2026, 14:05:09', '04/03/2026, 16:05:09', 'You', 'Shared', 'OpenStop sharingRemove'],
    ['04/03/2026, 14:05:09', '04/03/2026, 16:05:09', 'Bo', 'Shared', 'Open'],
  ]);
});

it('[SACCT12] an earlier account is shared at once, and removed after a question', async () => {
  const { learn, user, acts, given, alerts } = open();
  learn(listed(anAccount()));
  await user.click(button('Share'));
  expect(acts()).toEqual([{ call: postAccountLines.name, params: { session_id: 's-1' }, body: { is_shared: true, lines: [] } }]);
  learn(...actOf(postAccountLines, { session_id: 's-1' }).gave({ result: true }));
  expect(given().at(-1)?.call).toBe(getSessionAccounts.name);
  await user.click(button('Remove'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'Remove what is kept of your session, 04/03/2026, 14:05:09 to 04/03/2026, 16:05:09? Nobody can read it any more.',
  );
  await user.click(button('No'));
  await user.click(button('Remove'));
  await user.click(button('Yes'));
  expect(acts().slice(1)).toEqual([{ call: postRemoveAccount.name, params: { session_id: 's-1' }, body: {} }]);
  learn(...actOf(postRemoveAccount, { session_id: 's-1' }).refused(404, 'NotFound: no such account'));
  expect(alerts()).toEqual(['warning: no such account']);
});

it('[EACH1] an account is shared and another removed while one is being sent', async () => {
  const { learn, user, acts, alerts } = open();
  learn(listed(anAccount(), anAccount({ session_id: 's-2', is_shared: true })));
  await user.click(button('Share'));
  await user.click(within(rows()[1] ?? document.body).getByRole('button', { name: 'Stop sharing' }));
  for (const index of [0, 1]) {
    await user.click(screen.getAllByRole('button', { name: 'Remove' })[index] ?? document.body);
    await user.click(button('Yes'));
  }
  const sent = () => acts().map(({ call, params }) => `${call} ${params['session_id'] ?? ''}`);
  expect(sent()).toEqual([`${postAccountLines.name} s-1`, `${postRemoveAccount.name} s-1`]);
  learn(...actOf(postAccountLines, { session_id: 's-1' }).gave({ result: true }));
  learn(...actOf(postRemoveAccount, { session_id: 's-1' }).gave({ result: true }));
  expect(sent().slice(2)).toEqual([`${postAccountLines.name} s-2`, `${postRemoveAccount.name} s-2`]);
  expect(alerts()).toEqual(['success: The account is removed']);
});

it('[EACH2] sharing that is taken back before the list came again is taken back, and a refused change is not shown', async () => {
  const { learn, user, acts } = open();
  learn(listed(anAccount()));
  const act = actOf(postAccountLines, { session_id: 's-1' });
  await user.click(button('Share'));
  expect(cells(0)).toContain('Shared');
  await user.click(button('Stop sharing'));
  expect(cells(0)).toContain('Not shared');
  learn(...act.gave({ result: true }));
  expect(acts().map(({ body }) => body)).toEqual([
    { is_shared: true, lines: [] },
    { is_shared: false, lines: [] },
  ]);
  learn(...act.refused(503, 'busy'), listed(anAccount({ is_shared: true })));
  expect(cells(0)).toContain('Shared');
});

it('[SACCT12] it says how this session is kept, and shares it', async () => {
  const { account, isShared$ } = own({ state: kept });
  const { user } = open({ account });
  const shared = await screen.findByRole('switch', { name: 'Share within the organisation' });
  expect(screen.getByText(/^3 lines of this session, last sent at 14:05:09. Shared, it is seen/)).toBeVisible();
  await user.click(shared);
  expect([isShared$.value, shared]).toMatchObject([true, { checked: true }]);
});

it.each<[string, UploadState, Partial<AnswerOf<typeof getAccountPolicy>>, RegExp]>([
  ['that accounts are off', { kind: 'off' }, { is_on: false }, /accounts of sessions are switched off/],
  ['that the notice was not read', { kind: 'off' }, {}, /before you have read the notice/],
  ['that nothing was sent yet', { ...kept, sentAt: null }, {}, /none was sent yet/],
  ['that the server does not answer', { ...kept, isFailing: true }, {}, /does not answer: they are sent later/],
  [
    'why the server refused it',
    { kind: 'refused', id: 's-now', reason: 'Conflict: At most 200' },
    {},
    /is not kept any more. Conflict: At most 200/,
  ],
])('[SACCT12] it says %s', async (_, state, known, text) => {
  const { learn } = open({ account: own({ state }).account });
  learn(policy(known));
  expect(await screen.findByText(text)).toBeVisible();
});

it('[SACCT12] an administrator reads where they are switched on', async () => {
  const { learn } = open({ account: own().account });
  learn(policy({ is_on: false, organisations: [{ organisation_id: 'org-1', name: 'One', is_on: false }] }));
  expect(await screen.findByRole('link', { name: 'Users, Session Accounts' })).toHaveAttribute('href', '/users?tab=session_accounts');
});

it('[SACCT12] an empty list says how one gets into it, and one that cannot be loaded offers another try', () => {
  const { learn } = open();
  learn(listed());
  expect(screen.getByText(/Own sessions are listed once they are kept/)).toBeVisible();
  learn({ kind: 'request.failed', key, call: getSessionAccounts.name, failure: { status: 500, message: '' } });
  expect(button('Try Again')).toBeVisible();
});

it('[SACCT12] the lines of an account are opened by its address, outside the log; failed, they are read again', async () => {
  const reads: string[] = [];
  const lines: OwnAccount['readLines'] = async (id) => {
    reads.push(id);
    if (reads.length === 1) throw new Error('no such account');
    return [aLine(), aLine({ sequence: 1, kind: 'screen', text: 'Users', outcome: '' })];
  };
  const { user, intents } = open({ account: own({ lines }).account, address: '/history/accounts?session=s-1' });
  expect(await screen.findByText(/no such account/)).toBeVisible();
  await user.click(button('Try Again'));
  expect(await screen.findByText('Request Control: Lumion 01')).toBeVisible();
  expect(cells(0)).toEqual(['04/03/2026, 14:05:09', 'Request Control: Lumion 01', 'Done', 'Go to']);
  expect([reads, intents]).toEqual([['s-1', 's-1'], []]);
  expect(screen.getByRole('link', { name: 'All accounts' })).toHaveAttribute('href', '/history/accounts');
});

it('[SACCT12] where the code that reads the lines cannot be loaded, it says so, and loads it again when asked to', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return own().account;
  };
  const { user } = open({ load, address: '/history/accounts?session=s-1' });
  expect(await screen.findByText(/A part of the console could not be loaded/)).toBeVisible();
  await user.click(button('Try Again'));
  expect(await screen.findByText('Request Control: Lumion 01')).toBeVisible();
  expect(loads).toBe(2);
});

it('[SACCT12] at a past moment, and in a replay, nothing is read or changed', async () => {
  const reads: string[] = [];
  const lines: OwnAccount['readLines'] = async (id) => {
    reads.push(id);
    return [];
  };
  const { learn, unmount } = open({ account: own({ state: kept, lines }).account, isPast: true });
  learn(listed(anAccount()));
  expect(await screen.findByRole('switch')).toBeDisabled();
  expect(screen.queryByRole('button', { name: /Share|Remove/ })).toBeNull();
  unmount();
  open({ isPast: true, address: '/history/accounts?session=s-1' });
  expect(await screen.findByText('Not known at that time')).toBeVisible();
  expect(reads).toEqual([]);
});
