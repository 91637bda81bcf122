import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DataTable } from '#ui/table/DataTable';
import { renderUi } from '../support/renderUi.tsx';

const columns = [{ id: 'name', head: 'Name', cell: (name: string) => name }];
const table = (rows: readonly string[], unreadCount: number) => (
  <DataTable name="people" label="People" columns={columns} rows={rows} rowKey={String} unreadCount={unreadCount} />
);

it('[FIELD2] the table itself says what it could not show, also when nothing is left', () => {
  const { again } = renderUi(table(['An'], 2));
  expect(screen.getByText(/^2 rows or values could not be read/)).toBeVisible();
  again(table([], 1));
  expect(screen.getByText(/^1 row or value could not be read/)).toBeVisible();
  expect(screen.queryByText('No rows found')).toBeNull();
  again(table(['An'], 0));
  expect(screen.queryByText(/could not be read/)).toBeNull();
});

it.each([
  ['not up to date', { status: 'stale' }, 'Not up to date, retrying'],
  ['not wholly read', { unreadCount: 1 }, /^1 row or value could not be read/],
] as const)('[STILL7] the notice that a table is %s is below its rows and its pager, where it moves none', (_, state, text) => {
  renderUi(<DataTable name="people" label="People" columns={columns} rows={['An']} rowKey={String} {...state} />);
  const notice = screen.getByText(text);
  for (const above of [screen.getByText('An'), screen.getByRole('combobox', { name: /per page/ })])
    expect(above.compareDocumentPosition(notice) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});
