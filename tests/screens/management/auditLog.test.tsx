import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mayOpen, menuOf } from '#app/console/access';
import { routes } from '#app/console/routes';
import { type AuditLine, getAuditLines } from '#contract/audit';
import { roles } from '#domain/people/rights';
import { AuditLogScreen } from '#screens/management/audit_log/AuditLogScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { rows } from '../onScreen.ts';
import { managing } from './aManagement.tsx';

const aLine = (over: Partial<AuditLine> = {}): AuditLine => ({
  id: '7',
  at: '2026-03-04T13:05:09Z',
  who: 'an.verhoeven',
  role: 'system_admin',
  call: 'GET machine/{serial}/take_control',
  params: { serial: 'LF-0140-23' },
  status: 200,
  ...over,
});
const key = (query: Readonly<Record<string, string>>) =>
  keyOf({ call: getAuditLines.name, params: {}, query: { ...query, page: 0, per_page: 10 } });
const answered = (results: readonly AuditLine[], query: Readonly<Record<string, string>> = {}, more: object = {}): EventPayload => ({
  kind: 'request.succeeded',
  key: key(query),
  call: getAuditLines.name,
  answer: { total: results.length, results, ...more },
});

function log(address = '/management/audit_log') {
  const shown = managing(<AuditLogScreen />, { address });
  const asked = () => {
    const last = shown.intents.findLast((intent) => intent.kind === 'query.subscribed' && intent.request.call === getAuditLines.name);
    return last?.kind === 'query.subscribed' ? last.request.query : undefined;
  };
  return { ...shown, asked };
}
const cells = (row: number) =>
  within(rows()[row] ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it.each([...roles, null])('[AUDIT10] [GAP-16] the menu of %s has it for administrators, where the server announces it', (role) => {
  const row = routes.find(({ path }) => path === '/management/audit_log');
  const isReader = role === 'system_admin' || role === 'organisation_admin';
  const isInMenu = (features: readonly string[]) =>
    menuOf(routes, role, features).some((entry) => 'entries' in entry && entry.entries.some(({ label }) => label === 'Audit Log'));
  expect([isInMenu(['audit_log']), isInMenu([])]).toEqual([isReader, false]);
  expect(row !== undefined && mayOpen(row, role, [])).toBe(false);
});

it('[AUDIT11] a line says when, who, as what, what, about what, and with which outcome', () => {
  const { learn } = log();
  expect(screen.getByRole('table', { name: 'Audit Log' })).toHaveAttribute('aria-busy', 'true');
  learn(answered([aLine(), aLine({ id: '6', who: '', role: null, call: 'sign_in_failed', params: null, status: 401 })]));
  expect(cells(0)).toEqual(['04/03/2026, 14:05:09', 'an.verhoeven', 'System Admin', 'Took control', 'Serial: LF-0140-23', '-', 'Done']);
  expect(cells(1)).toEqual(['04/03/2026, 14:05:09', '-', '-', 'Failed to sign in', '-', '-', 'Not signed in']);
});

it('[AUDIT9] the address holds the filters, which are asked for', async () => {
  const { asked, address, user } = log(
    '/management/audit_log?about=LF-0140-23&outcome=failed&from=2026-03-04T00:00:00Z&to=2026-03-05T00:00:00.000Z',
  );
  const query = { about: 'LF-0140-23', outcome: 'failed', from: '2026-03-04T00:00:00.000Z', to: '2026-03-05T00:00:00.000Z' };
  expect(asked()).toEqual({ ...query, page: 0, per_page: 10 });
  await user.type(screen.getByRole('searchbox', { name: 'Filter Done By' }), 'an.verhoeven{Enter}');
  expect(asked()).toEqual({ ...query, who: 'an.verhoeven', page: 0, per_page: 10 });
  expect(address()).toContain('who=an.verhoeven');
});

it('[AUDIT9] it says how far back was searched, that nothing was found, and offers another try after a failure', () => {
  const { learn } = log();
  learn(answered([], {}, { searched_from: '2026-03-04T13:05:00Z' }));
  expect(screen.getByText(/The newest lines were searched, back to 04\/03\/2026/)).toBeVisible();
  expect(screen.getByText('No rows found')).toBeVisible();
  learn({ kind: 'request.failed', key: key({}), call: getAuditLines.name, failure: { status: 500, message: '' } });
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

it('[AUDITC3] a line says what was changed, from what to what; a secret is a mask', () => {
  const { learn } = log();
  const changes = [
    { field: 'name', from: 'De Linde', to: 'De Linde BV' },
    { field: 'metadata.wheel_type', from: null, to: 'RAIL_IN' },
    { field: 'wifi_password', from: '***', to: '***' },
  ];
  learn(answered([aLine({ call: 'POST locations/{id}/update_organisation', params: { id: 'org-1' }, changes })]));
  expect(screen.getByText('Name: De Linde → De Linde BV')).toBeVisible();
  expect(screen.getByText(/^Metadata.*wheel type: - → RAIL IN$/i)).toBeVisible();
  expect(screen.getByText(/password: \*{3} → \*{3}$/i)).toBeVisible();
});
