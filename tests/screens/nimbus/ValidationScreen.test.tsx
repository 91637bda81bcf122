import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { menuOf, mayOpen } from '#app/console/access';
import { routes } from '#app/console/routes';
import { getValidate, getValidationResults, type ValidationResult, type ValidationType } from '#contract/validation';
import { roles } from '#domain/people/rights';
import { CognitoScreen } from '#screens/nimbus/cognito/CognitoScreen';
import { OrganisationsValidationScreen } from '#screens/nimbus/organisations/OrganisationsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import type { TimedEvent } from '../../state/eventsOf.ts';
import { showing } from '../../widgets/aConsole.tsx';

const aResult = (over: Partial<ValidationResult> = {}): ValidationResult => ({
  severity: 'warning',
  validation_time: '2026-03-04T13:05:09Z',
  error_message: 'The locale is missing.',
  resource_name: 'Els Peeters',
  nimbus_id: 'els.peeters',
  ...over,
});

const request = (page = 0, per_page = 10, x: ValidationType = 'cognito') => ({
  call: getValidationResults.name,
  params: { x },
  query: { page, per_page },
});
const page = (results: readonly ValidationResult[], { total = results.length, at = 0, size = 10 } = {}): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf(request(at, size)),
  call: getValidationResults.name,
  answer: { total, results },
});
const failed = (at = 0): EventPayload => ({
  kind: 'request.failed',
  key: keyOf(request(at)),
  call: getValidationResults.name,
  failure: { status: 500, message: '' },
});
const validation = { call: getValidate.name, key: keyOf({ call: getValidate.name, params: { x: 'cognito' }, query: {} }) };
const begun: EventPayload = { kind: 'request.started', ...validation };
const done: EventPayload = { kind: 'request.succeeded', ...validation, answer: { validation_id: 'v-1' } };
const broken = (status: number, message = ''): EventPayload => ({ kind: 'request.failed', ...validation, failure: { status, message } });

function validations(events: readonly TimedEvent[] = [], { isPast = false, remembered = {}, Screen = CognitoScreen } = {}) {
  const intents: Intent[] = [];
  const shown = showing(<Screen />, { address: '/nimbus/cognito', events, remembered, ...(isPast ? {} : { intents }) });
  const given = (call: { readonly name: string }) =>
    intents.filter((intent) => intent.kind === 'query.requested' && intent.request.call === call.name);
  const open = () => {
    const opened = intents.findLast((intent) => intent.kind === 'query.subscribed');
    return opened?.kind === 'query.subscribed' ? opened.request : undefined;
  };
  return { ...shown, intents, given, open, user: userEvent.setup() };
}
const heading = () => screen.getByRole('heading', { level: 2 }).textContent;
const button = () => screen.getByRole('button', { name: 'Validate' });
const rows = () => screen.getAllByRole('row').slice(1);
const PROGRESS = 'Validation is in progress...';

it.each([
  ['[SYNC-001]', '/nimbus/cognito', 'Cognito'],
  ['[SYNC-002]', '/nimbus/organisations', 'Organisations'],
] as const)('%s [MSG-140] [SYNC-003] %s is titled "%s" and is of the Validation group', (_, path, title) => {
  const row = routes.find((one) => one.path === path);
  expect(row).toMatchObject({ title, place: 'menu', group: 'validation' });
  expect(roles.filter((role) => row !== undefined && mayOpen(row, role))).toEqual(['system_admin']);
});

it.each([...roles, null])('[SHELL-015] [ROLE-013] [GAP-112] the menu of %s has the group for a system_admin alone', (role) => {
  const groups = menuOf(routes, role).map(({ label }) => label);
  expect(groups.includes('Validation')).toBe(role === 'system_admin');
  expect(groups).not.toContain('Nimbus');
});

it('[SYNC-011] [ANY1] a severity that is not known is shown as it is, and what a result lacks as missing', () => {
  validations([[0, page([aResult({ severity: 'critical' }), { validation_time: '2026-03-04T13:05:09Z' }])]]);
  expect(heading()).toBe('Results: 2');
  expect(within(rows()[0] ?? document.body).getByText('critical')).toBeVisible();
  const bare = within(rows()[1] ?? document.body).getAllByRole('cell');
  expect(bare.map(({ textContent }) => textContent)).toEqual(['-', expect.stringContaining('2026'), '-', '-', '-']);
});

it('[CALL-110] [SYNC-001] [SYNC-002] each screen asks for the results of its own type', () => {
  expect(validations().open()).toEqual(request());
  expect(validations([], { Screen: OrganisationsValidationScreen }).open()).toEqual(request(0, 10, 'organisations'));
});

describe('the list', () => {
  it('[SYNC-011] [SYNC-012] [SYNC-013] [SYNC-014] [SYNC-015] [MSG-143] has its columns, and cannot be sorted or filtered [SYNC-016] [SYNC-017]', () => {
    validations([[1, page([aResult()])]]);
    const heads = screen.getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(['Severity', 'Validation Time', 'Error Message', 'Resource Name', 'Nimbus ID']);
    expect(within(screen.getByRole('table')).queryAllByRole('button')).toEqual([]);
    expect(within(screen.getByRole('table')).queryAllByRole('searchbox')).toEqual([]);
    expect(heads.every((head) => head.getAttribute('aria-sort') === null)).toBe(true);
    const cells = within(rows()[0] ?? document.body).getAllByRole('cell');
    expect(cells.slice(2).map((cell) => cell.textContent)).toEqual(['The locale is missing.', 'Els Peeters', 'els.peeters']);
    expect(cells[1]?.textContent).toMatch(/^\d\d\/03\/2026, \d\d:05:09$/);
    expect(within(cells[1] ?? document.body).getByText(/2026/)).toHaveAttribute('datetime', '2026-03-04T13:05:09.000Z');
  });

  it.each([
    ['info', 'Info'],
    ['warning', 'Warning'],
    ['error', 'Error'],
    ['fatal', 'Fatal'],
  ] as const)('[SYNC-011] [CONST-065] %s has an icon and a word', (severity, word) => {
    validations([[1, page([aResult({ severity })])]]);
    const cell = screen.getByRole('cell', { name: word });
    expect(cell.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  });

  it('[SYNC-009] [COUNT2] [RULE-052] the heading has the number of results, not of rows', () => {
    const { learn } = validations();
    expect(heading()).toBe('Results');
    learn([1, page([aResult(), aResult()], { total: 1234 })]);
    expect(heading()).toBe('Results: 1 234');
  });

  it('[SYNC-009] [RULE-093] without results it says so, and counts none before a validation ran', () => {
    validations([[1, page([])]]);
    expect(heading()).toBe('Results');
    expect(screen.getByText('No rows found')).toBeVisible();
  });

  it('[SYNC-011] texts are shown as they are, also hostile ones and equal ones', () => {
    const text = '<img src=x onerror=alert(1)> ‮ '.repeat(20);
    validations([[1, page([aResult({ error_message: text }), aResult({ error_message: text, nimbus_id: '' })])]]);
    expect(rows()).toHaveLength(2);
    expect(document.querySelector('td img')).toBeNull();
  });

  it('[SYNC-010] [SYNC-020] [GAP-32] a page change asks for that page, counted from 0', async () => {
    const { user, open, learn } = validations([[1, page([aResult()], { total: 23 })]]);
    expect(screen.getByText('1-10 of 23')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(open()).toEqual(request(2));
    learn([2, page([aResult({ nimbus_id: 'last' })], { total: 23, at: 2 })]);
    expect(screen.getByText('last')).toBeVisible();
  });

  it('[SYNC-018] [SYNC-019] [SYNC-021] [GAP-33] the size starts at 10 whatever was chosen before; a new one asks again and is not remembered', async () => {
    const { user, open, memory } = validations([[1, page([aResult()], { total: 23 })]], {
      remembered: { 'table.validation-cognito.rows': '50' },
    });
    expect(open()).toEqual(request(0, 10));
    await user.selectOptions(screen.getByLabelText('Rows per page'), '25');
    expect(open()).toEqual(request(0, 25));
    expect([...memory]).toEqual([['table.validation-cognito.rows', '50']]);
  });

  it('[SYNC-022] [RULE-090] a page beyond the last becomes the last one', async () => {
    const { user, open, learn } = validations([[1, page([aResult()], { total: 23 })]]);
    await user.click(screen.getByRole('button', { name: 'Last page' }));
    learn([2, page([], { total: 11, at: 2 })]);
    expect(open()).toEqual(request(1));
  });

  it('[SYNC-023] [SYNC-024] [RULE-113] a load error empties the list and leaves no page, until it is asked again', async () => {
    const { user, given, learn } = validations([[1, page([aResult()], { total: 23 })]]);
    learn([2, failed()]);
    expect(rows()).toEqual([]);
    expect(screen.queryByRole('navigation', { name: /^Pages/ })).toBeNull();
    expect(heading()).toBe('Results');
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(given(getValidationResults)).toHaveLength(1);
    learn([3, page([aResult()], { total: 23 })]);
    expect(screen.getByText('1-10 of 23')).toBeVisible();
  });

  it('[LIVE-025] [CONST-024] [GAP-09] it is asked once, and not again by itself', () => {
    const { intents } = validations();
    expect(intents).toEqual([{ kind: 'query.subscribed', request: request(), everyMs: null }]);
  });
});

describe('validating', () => {
  it('[SYNC-004] [SYNC-005] [SYNC-006] [SYNC-007] [SYNC-008] [MSG-141] [MSG-142] [CALL-109] runs from the press to the answer, then the list is asked again', async () => {
    const { user, given, learn } = validations([[1, page([aResult()], { total: 1 })]]);
    expect(screen.queryByText(PROGRESS)).toBeNull();
    await user.click(button());
    expect(given(getValidate)).toMatchObject([{ request: { params: { x: 'cognito' }, query: {} } }]);
    learn([2, begun]);
    expect(screen.getByText(PROGRESS).closest('[role=status]')).not.toBeNull();
    expect(button()).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('els.peeters')).toBeVisible();
    await user.click(button());
    expect(given(getValidate)).toHaveLength(1);
    expect(given(getValidationResults)).toHaveLength(0);
    learn([3, done]);
    expect(screen.queryByText(PROGRESS)).toBeNull();
    expect(given(getValidationResults)).toHaveLength(1);
    learn([4, page([aResult(), aResult({ nimbus_id: 'new' })])]);
    expect(heading()).toBe('Results: 2');
    await user.click(button());
    expect(given(getValidate)).toHaveLength(2);
  });

  it('[SYNC-005] [SYNC-008] one that runs already is shown to who comes back, and its end is not missed', () => {
    const { given, learn } = validations([
      [1, page([aResult()])],
      [1, begun],
    ]);
    expect(screen.getByText(PROGRESS)).toBeVisible();
    learn([2, done]);
    expect(screen.queryByText(PROGRESS)).toBeNull();
    expect(given(getValidationResults)).toHaveLength(1);
  });

  it.each([
    [503, 'Unavailable: the database does not answer', 'Unavailable: the database does not answer'],
    [500, '', 'Something went wrong'],
    [0, '', 'No answer came. The validation may have run all the same.'],
    [200, '', 'The answer could not be read. The validation may have run all the same.'],
  ])(
    '[SYNC-007] [SYNC-008] [ANY12] after a failure (%d %s) it is idle, says why, and the list is asked again',
    async (status, message, text) => {
      const { user, given, learn, intents } = validations([[1, page([aResult()])]]);
      await user.click(button());
      learn([2, begun], [3, broken(status, message)]);
      expect(intents).toContainEqual({ kind: 'alert.raised', tone: 'warning', text: text });
      expect(screen.queryByText(PROGRESS)).toBeNull();
      expect(given(getValidationResults)).toHaveLength(1);
    },
  );

  it.each([0, 200, 503])('[VALID4] a run that failed (%i) is no empty result, and one that was answered is', async (status) => {
    const { user, learn } = validations([[1, page([])]]);
    await user.click(button());
    learn([2, begun]);
    learn([3, broken(status)]);
    learn([4, page([])]);
    expect(heading()).toBe('Results');
    await user.click(button());
    learn([5, begun]);
    learn([6, done]);
    expect(heading()).toBe('Results: 0');
  });

  it('[SYNC-004] in the past nothing can be validated, and what was not known says so', async () => {
    const { user, intents } = validations([], { isPast: true });
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    await user.click(button());
    expect(intents).toEqual([]);
    expect(screen.getByText('Not known at that time')).toBeVisible();
  });
});
