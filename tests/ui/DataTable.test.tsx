import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Column, Filters } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { aMemory, renderUi } from '../support/renderUi.tsx';

interface Pot {
  readonly serial: string;
  readonly name: string;
  readonly level: number | null;
  readonly kind: string;
}

const pots = (count: number): readonly Pot[] =>
  Array.from({ length: count }, (_, i) => ({
    serial: `P-${i + 1}`,
    name: `Pot ${i + 1}`,
    level: i % 3 === 2 ? null : 100 - i,
    kind: i % 2 ? 'clay' : 'tin',
  }));

const columns: readonly Column<Pot>[] = [
  {
    id: 'name',
    head: 'Name',
    sort: 'text',
    value: (pot) => pot.name,
    filter: { kind: 'text', placeholder: 'Name' },
    cell: (pot) => pot.name,
  },
  { id: 'level', head: 'Level', sort: 'number', align: 'end', width: 90, value: (pot) => pot.level, cell: (pot) => pot.level ?? '-' },
  {
    id: 'kind',
    head: 'Kind',
    value: (pot) => pot.kind,
    filter: {
      kind: 'choice',
      options: [
        { value: 'clay', label: 'Clay' },
        { value: 'tin', label: 'Tin' },
      ],
    },
    cell: (pot) => pot.kind,
  },
];

const key = (pot: Pot) => pot.serial;
const table = (rows: readonly Pot[], more: Partial<Parameters<typeof DataTable<Pot>>[0]> = {}) => (
  <DataTable name="pots" columns={columns} rows={rows} rowKey={key} {...more} />
);
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .flatMap((row) => within(row).queryAllByRole('cell').slice(0, 1))
    .flatMap((cell) => (cell.textContent?.startsWith('Pot') ? [cell.textContent] : []));

it('[COUNT2] [RULE-052] the pager has a space between thousands', () => {
  renderUi(table(pots(10), { remote: { page: 2_001, size: 10, rowCount: 48_213, onChange: () => {} } }));
  expect(screen.getByText('20 001-20 010 of 48 213')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Page 4 822' })).toHaveTextContent('4 822');
});

it('[RULE-082] [RULE-083] [RULE-084] shows ten rows of the first page and offers the six sizes', () => {
  renderUi(table(pots(23)));
  expect(names()).toEqual(pots(10).map((pot) => pot.name));
  expect(screen.getByText('1-10 of 23')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  const sizes = within(screen.getByRole('combobox', { name: 'Rows per page' })).getAllByRole('option');
  expect(sizes.map((option) => option.textContent)).toEqual(['5', '10', '20', '25', '50', '100']);
});

it('[RULE-085] the page size is remembered per table', async () => {
  const memory = aMemory();
  const { user, unmount } = renderUi(table(pots(23)), memory);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '20');
  expect(names()).toHaveLength(20);
  unmount();
  renderUi(
    <>
      {table(pots(23))}
      {table(pots(23), { name: 'others', label: 'Others' })}
    </>,
    memory,
  );
  expect(within(screen.getByRole('table', { name: 'pots' })).getAllByText(/^Pot/)).toHaveLength(20);
  expect(within(screen.getByRole('table', { name: 'Others' })).getAllByText(/^Pot/)).toHaveLength(10);
});

it.each(['0', '7', 'ten', ''])('[RULE-085] a remembered size of "%s" is not one of the six and counts for nothing', (size) => {
  renderUi(table(pots(23)), aMemory({ 'table.pots.rows': size }));
  expect(names()).toHaveLength(10);
});

it('[RULE-086] [RULE-087] [RULE-088] the pager has first, last, six numbers and an ellipsis', async () => {
  const { user } = renderUi(table(pots(100)));
  expect(screen.getAllByRole('button', { name: /^Page \d+$/ })).toHaveLength(6);
  expect(screen.getByText('…')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  expect(names()[0]).toBe('Pot 91');
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'First page' }));
  expect(names()[0]).toBe('Pot 1');
});

it('[RULE-090] a page that no longer exists becomes the last one', async () => {
  const { user, again } = renderUi(table(pots(23)));
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(names()[0]).toBe('Pot 21');
  again(table(pots(12)));
  expect(names()).toEqual(['Pot 11', 'Pot 12']);
});

it('[HEAD1] a column head is called as it is written, without the name of its edge', () => {
  renderUi(table(pots(3)));
  expect(screen.getByRole('columnheader', { name: 'Level' })).toBeVisible();
});

it('[RULE-092] a column is never narrower than 11 px, however far its edge is moved', () => {
  renderUi(table(pots(3)));
  const edge = screen.getByRole('separator', { name: 'Width of Level' });
  fireEvent.pointerDown(edge, { clientX: 700 });
  fireEvent.pointerMove(edge, { clientX: 680 });
  expect(edge).toHaveAttribute('aria-valuenow', '580');
  fireEvent.pointerMove(edge, { clientX: -5000 });
  fireEvent.pointerUp(edge);
  expect(edge).toHaveAttribute('aria-valuenow', '11');
});

it('[CONST-011] the arrow keys move a column edge and stop at 11 px too', () => {
  renderUi(table(pots(3)));
  const edge = screen.getByRole('separator', { name: 'Width of Name' });
  expect(edge).toHaveAttribute('aria-valuemin', '11');
  fireEvent.keyDown(edge, { key: 'ArrowRight' });
  expect(edge).toHaveAttribute('aria-valuenow', '616');
});

it('[RULE-093] [PRESSED1] an empty table names the filter of the screen and those of its columns', () => {
  renderUi(table(pots(4), { filterText: 'Pots in Error', filters: { name: 'fern' } }));
  expect(screen.getByText('Filter: Pots in Error, Name fern')).toBeVisible();
});

it('[RULE-093] [MSG-012] an empty table says so, names the filter and can clear it', async () => {
  const { user } = renderUi(table(pots(4)));
  await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'fern');
  expect(await screen.findByText('No rows found')).toBeVisible();
  expect(screen.getByText('Filter: Name fern')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  expect(names()).toHaveLength(4);
});

it('[RULE-093] [RULE-113] rows that are not known yet are not called empty; a failed load empties the table and gives its reason', () => {
  const { again } = renderUi(table([], { status: 'loading' }));
  expect(screen.queryByText('No rows found')).toBeNull();
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  again(table(pots(3), { status: 'failed' }));
  expect(names()).toEqual([]);
  expect(screen.getByText('No rows found')).toBeVisible();
  expect(screen.getByText('Loading failed, retrying')).toBeVisible();
  again(table(pots(3), { status: 'failed', isSilent: true }));
  expect(screen.getByText('No rows found')).toBeVisible();
  expect(screen.queryByText('Loading failed, retrying')).toBeNull();
  expect(screen.getByRole('columnheader', { name: /Name/ })).toBeVisible();
});

it('[FIELD3] a list that failed to load does not say that there is nothing', () => {
  const { again } = renderUi(table([], { emptyText: 'Nothing to pot' }));
  expect(screen.getByText('Nothing to pot')).toBeVisible();
  again(table([], { emptyText: 'Nothing to pot', status: 'failed' }));
  expect(screen.queryByText('Nothing to pot')).toBeNull();
  expect(screen.getByText('Loading failed, retrying')).toBeVisible();
});

it('[UI2] filters begin again at the first page; those held outside come back by call', async () => {
  function Held() {
    const [filters, setFilters] = useState<Filters>({});
    return (
      <>
        {table(pots(40), { filters, onFilters: setFilters })}
        <output>{JSON.stringify(filters)}</output>
      </>
    );
  }
  const { user } = renderUi(<Held />);
  await user.click(screen.getByRole('button', { name: 'Page 4' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Kind' }), 'Clay');
  expect(screen.getByText('1-10 of 20')).toBeVisible();
  expect(names()[0]).toBe('Pot 2');
  expect(screen.getByRole('status')).toHaveTextContent('{"kind":"clay"}');
});

it('[UI1] sorting by text counts numerals as numbers, by number puts what is missing last, both ways', async () => {
  const { user } = renderUi(table([...pots(12)].toReversed(), { sortedBy: { id: 'name', desc: false }, pageSize: 20 }));
  expect(names()).toEqual(pots(12).map((pot) => pot.name));
  const head = () => screen.getByRole('columnheader', { name: /Level/ });
  await user.click(screen.getByRole('button', { name: 'Level' }));
  expect(head()).toHaveAttribute('aria-sort', 'ascending');
  expect(names().slice(0, 2)).toEqual(['Pot 11', 'Pot 10']);
  expect(names().slice(-4)).toEqual(expect.arrayContaining(['Pot 3', 'Pot 6', 'Pot 9', 'Pot 12']));
  await user.click(screen.getByRole('button', { name: 'Level' }));
  expect(head()).toHaveAttribute('aria-sort', 'descending');
  expect(names()[0]).toBe('Pot 1');
  expect(names().slice(-4)).toEqual(expect.arrayContaining(['Pot 3', 'Pot 6', 'Pot 9', 'Pot 12']));
});

it('[RULE-091] pages asked from elsewhere are asked for by page and size, and are neither sorted nor filtered here', async () => {
  const asked: string[] = [];
  const remote = { page: 2, size: 10, rowCount: 23, onChange: (page: number, size: number) => asked.push(`${page} of ${size}`) };
  const { user } = renderUi(table(pots(10).toReversed(), { remote, sortedBy: { id: 'name', desc: false } }));
  expect(names()[0]).toBe('Pot 10');
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.getByText('11-20 of 23')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '5');
  expect(asked).toEqual(['3 of 10', '3 of 5']);
});

it('[FEW1] a column is filtered by the values that its rows have; a chosen one stays an option', () => {
  const few = columns.map((column): Column<Pot> =>
    column.id === 'kind' ? { ...column, filter: { kind: 'values', label: (kind) => `of ${kind}` } } : column,
  );
  const { unmount } = renderUi(table(pots(4), { columns: few }));
  const filter = () => screen.getByRole('combobox', { name: 'Filter Kind' });
  const options = () =>
    within(filter())
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(options()).toEqual(['All', 'of clay', 'of tin']);
  fireEvent.change(filter(), { target: { value: 'clay' } });
  expect(names()).toEqual(['Pot 2', 'Pot 4']);
  unmount();
  renderUi(table(pots(1), { columns: few, filters: { kind: 'clay' } }));
  expect(options()).toEqual(['All', 'of clay', 'of tin']);
  expect(screen.getByText('Filter: Kind clay')).toBeVisible();
});
