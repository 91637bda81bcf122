import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { cleanup } from '@testing-library/react';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { PastAnswersContext } from '#hooks/PastAnswersContext';
import { pastAnswers } from '#past/history/pastAnswers';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { DataTable } from '#ui/table/DataTable';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { showing } from './aConsole.tsx';

afterEach(cleanup);

const columns = [{ id: 'id', head: 'Id', cell: ({ id }: { readonly id: string }) => id }];
const keyOfRow = ({ id }: { readonly id: string }) => id;

function List() {
  const [serial, setSerial] = useState('LF-01');
  const { table } = usePagedQuery('paged-list', getTreatmentAll, {}, { device_serial: serial });
  return (
    <>
      <button onClick={() => setSerial('LF-02')}>Another device</button>
      <button onClick={() => setSerial('LF-01')}>First device</button>
      <DataTable {...table} columns={columns} rowKey={keyOfRow} />
    </>
  );
}

const request = (page: number, per_page = 10) => ({
  call: getTreatmentAll.name,
  params: {},
  query: { device_serial: 'LF-01', page, per_page },
});
const row = (id: string) => ({ id, creation_time: '2026-03-04T12:00:00Z', version: 1, device_serials: ['LF-01'] });
const page = (at: number, total: number, ids: readonly string[], size = 10): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf(request(at, size)),
  call: getTreatmentAll.name,
  answer: { total, results: ids.map(row) },
});

function list(remembered: Readonly<Record<string, string>> = {}) {
  const intents: Intent[] = [];
  const shown = showing(<List />, { intents, remembered });
  const open = () => {
    const keys = new Map<string, number>();
    for (const intent of intents) {
      if (intent.kind !== 'query.subscribed' && intent.kind !== 'query.unsubscribed') continue;
      const key = JSON.stringify(intent.request.query);
      keys.set(key, (keys.get(key) ?? 0) + (intent.kind === 'query.subscribed' ? 1 : -1));
    }
    return [...keys].filter(([, count]) => count > 0).map(([key]): unknown => JSON.parse(key));
  };
  return { ...shown, intents, open, user: userEvent.setup() };
}
const ids = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((line) => line.textContent);

it('[PAGED1] one page is asked for at a time; while the next is on its way the pager stays', async () => {
  const { learn, open, user } = list();
  expect(open()).toEqual([request(0).query]);
  learn([1, page(0, 12, ['a', 'b'])]);
  expect(ids()).toEqual(['a', 'b']);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(open()).toEqual([request(1).query]);
  expect(screen.getByText('11-12 of 12')).toBeTruthy();
  expect(screen.queryByText('a')).toBeNull();
  learn([2, page(1, 12, ['k'])]);
  expect(ids()).toEqual(['k']);
});

it('[PAGED1] [RULE-113] a page that failed is empty and says so; the pager stays', async () => {
  const { learn, user } = list();
  learn([1, page(0, 12, ['a'])]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  const failure = { status: 500, message: '' };
  learn([2, { kind: 'request.failed', key: keyOf(request(1)), call: getTreatmentAll.name, failure }]);
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Previous page' })).toBeTruthy();
  expect(ids()).toEqual([]);
});

it('[PAGED2] a list that became shorter goes back to its last page', async () => {
  const { learn, open, user } = list();
  learn([1, page(0, 25, ['a'])]);
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  expect(open()).toEqual([request(2).query]);
  learn([2, page(2, 11, [])]);
  expect(open()).toEqual([request(1).query]);
});

it('[PAGED2] [ANY5] a list that shrinks between pages that were visited before ends at its last page, and does not go to and fro', async () => {
  const { learn, open, user } = list();
  learn([1, page(0, 30, ['a'])]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  learn([2, page(1, 30, ['k'])]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  learn([3, page(2, 30, ['u'])], [4, page(2, 15, [])]);
  expect(open()).toEqual([request(1).query]);
  expect(screen.getByText('11-15 of 15')).toBeTruthy();
  learn([5, page(1, 14, ['k2'])]);
  expect(ids()).toEqual(['k2']);
  expect(screen.getByText('11-14 of 14')).toBeTruthy();
});

it('[PAGED2] another question begins at its first page, and no other page of it is asked for', async () => {
  const { learn, open, user, intents } = list();
  learn([1, page(0, 25, ['a'])]);
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  await user.click(screen.getByRole('button', { name: 'Another device' }));
  expect(open()).toEqual([{ ...request(0).query, device_serial: 'LF-02' }]);
  expect(JSON.stringify(intents)).not.toContain('"device_serial":"LF-02","page":2');
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'First device' }));
  expect(open()).toEqual([request(0).query]);
});

it('[PAGED3] the size is remembered, and a new one keeps the first row in sight', async () => {
  const { learn, open, user, memory } = list({ 'table.paged-list.rows': '5' });
  expect(open()).toEqual([request(0, 5).query]);
  learn([1, page(0, 30, ['a'], 5)]);
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  learn([2, page(2, 30, ['c'], 5)]);
  await user.selectOptions(screen.getByLabelText('Rows per page'), '10');
  expect(open()).toEqual([request(1, 10).query]);
  expect(memory.get('table.paged-list.rows')).toBe('10');
});

it('[PAGED1] in the past nothing is asked, and nothing was known', () => {
  showing(<List />);
  expect(screen.getByText('Not known at that time')).toBeTruthy();
});

it('[NIGHT17] at a moment of the server’s history, a list shows what the history holds, page by page, since when, and that no row is known', async () => {
  const { learn } = showing(
    <PastAnswersContext value={pastAnswers}>
      <List />
    </PastAnswersContext>,
    { remembered: { 'table.paged-list.rows': '5' } },
  );
  const names = ['g', 'f', 'e', 'd', 'c', 'b'];
  const rows = names.map((id, index) => ({ id, serial: 'LF-01', at: 100 - index, row: row(id) }));
  const since = Date.UTC(2026, 2, 4, 1);
  learn([2_000, { kind: 'history.listed', list: 'treatments', since, rows }]);
  expect(ids()).toEqual(names.slice(0, 5));
  expect(screen.getByText(/^Known since .*02:00/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(ids()).toEqual(['b']);
  await userEvent.click(screen.getByRole('button', { name: 'Another device' }));
  expect(screen.getByText(/^None known since .*02:00/)).toBeVisible();
  expect(screen.queryByText(/^Known since/)).toBeNull();
});
