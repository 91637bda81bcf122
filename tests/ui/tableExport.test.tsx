import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { type SaveFile, SaveFileContext } from '#ui/SaveFileContext';
import { FileDayContext } from '#ui/table/csvFormat';
import { aMemory, renderUi } from '../support/renderUi.tsx';

interface Pot {
  readonly name: string;
  readonly level: number | null;
}

const columns: readonly Column<Pot>[] = [
  {
    id: 'name',
    head: 'Name',
    sort: 'text',
    pinned: true,
    value: ({ name }) => name,
    filter: { kind: 'text', placeholder: 'Name' },
    cell: ({ name }) => name,
    foot: () => 'Total',
  },
  {
    id: 'level',
    head: 'Level',
    sort: 'number',
    missing: 'turn',
    value: ({ level }) => level,
    cell: ({ level }) => level ?? '-',
    foot: (pots) => pots.reduce((sum, { level }) => sum + (level ?? 0), 0),
  },
];
const pots: readonly Pot[] = Array.from({ length: 12 }, (_, at) => ({ name: `Pot ${at + 1}`, level: at === 4 ? null : at }));
const key = ({ name }: Pot) => name;
const table = (more: Partial<Parameters<typeof DataTable<Pot>>[0]> = {}) => (
  <DataTable name="pots" columns={columns} rows={pots} rowKey={key} {...more} />
);

function saving(children: ReactNode) {
  const saved: Parameters<SaveFile>[] = [];
  const save: SaveFile = (...file) => saved.push(file);
  return { saved, ...renderUi(<SaveFileContext value={save}>{children}</SaveFileContext>) };
}

const choose = async (user: ReturnType<typeof renderUi>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name: 'Copy or save pots' }));
  await user.click(screen.getByRole('menuitem', { name }));
};
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    .filter(([name]) => name?.startsWith('Pot'));

it('[UI8] CSV holds the rows of all pages, filtered and in order, under the name of the table', async () => {
  const { user, saved } = saving(table({ pageSize: 5, sortedBy: { id: 'level', desc: true } }));
  await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'pot 1');
  await screen.findByText('1-4 of 4');
  await choose(user, 'CSV');
  expect(saved).toEqual([
    ['pots.csv', { text: '\uFEFFName;Level\r\nPot 12;11\r\nPot 11;10\r\nPot 10;9\r\nPot 1;0\r\n', type: 'text/csv' }],
  ]);
});

it.each([
  ['one page of a longer list', 92, ['Copy this page', 'CSV of this page']],
  ['the whole list', 12, ['Copy', 'CSV']],
])('[UI8] of %s the menu says what it takes', async (_, rowCount, expected) => {
  const remote = { page: 1, size: 20, rowCount, onChange: () => undefined };
  const { user } = saving(table({ remote }));
  await user.click(screen.getByRole('button', { name: 'Copy or save pots' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(expected);
});

it('[UI8] Copy puts the rows into the clipboard and says so', async () => {
  const { user } = saving(table({ rows: pots.slice(0, 2) }));
  await choose(user, 'Copy');
  const note = await screen.findByText('Copied', { selector: 'span' });
  expect(await navigator.clipboard.readText()).toBe('Name\tLevel\nPot 1\t0\nPot 2\t1');
  fireEvent.animationEnd(note);
  expect(screen.queryByText('Copied')).toBeNull();
});

it('[UI8] of pages asked from elsewhere it is the page', async () => {
  const remote = { page: 2, size: 10, rowCount: 23, onChange: () => {} };
  const { user, saved } = saving(table({ rows: pots.slice(0, 1), remote }));
  await choose(user, 'CSV of this page');
  expect(saved[0]?.[1]).toMatchObject({ text: '\uFEFFName;Level\r\nPot 1;0\r\n' });
});

it('[UI8] where nothing can be saved it is not offered, and a table without values offers nothing', async () => {
  const { user, again } = renderUi(table());
  await user.click(screen.getByRole('button', { name: 'Copy or save pots' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Copy']);
  again(table({ columns: [{ id: 'variant', head: 'Look', cell: () => 'x' }] }));
  expect(screen.queryByRole('button', { name: /Copy or save/ })).toBeNull();
});

it('[UI9] the foot is of all pages and follows the filters', async () => {
  const { user } = renderUi(table({ pageSize: 5 }));
  const foot = () =>
    within(screen.getByText('Total').closest('tfoot') ?? document.body)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(foot()).toEqual(['Total', '62']);
  await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'pot 1');
  await screen.findByText('1-4 of 4');
  expect(foot()).toEqual(['Total', '30']);
  await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'x');
  await screen.findByText('No rows found');
  expect(screen.queryByText('Total')).toBeNull();
});

it('[UI1] [GAP-43] missing values turn with the order where the column says so', async () => {
  const { user } = renderUi(table({ pageSize: 20 }));
  await user.click(screen.getByRole('button', { name: 'Level' }));
  expect(cells().at(-1)).toEqual(['Pot 5', '-']);
  await user.click(screen.getByRole('button', { name: 'Level' }));
  expect(cells()[0]).toEqual(['Pot 5', '-']);
  expect(cells()[1]).toEqual(['Pot 12', '11']);
});

it.each([
  ['2', 'Pot 2'],
  ['99', 'Pot 12'],
  ['0', 'Pot 1'],
  ['-4', 'Pot 1'],
])('[RULE-089] going to page %s of twelve shows %s', async (page, first) => {
  const { user } = renderUi(table({ remote: undefined, pageSize: 1 }));
  await user.type(screen.getByRole('textbox', { name: 'Go to page' }), `${page}{Enter}`);
  expect(cells().map(([name]) => name)).toEqual([first]);
  expect(screen.getByRole('textbox', { name: 'Go to page' })).toHaveValue('');
});

it.each(['two', '1.5', '1e3', ' '])('[RULE-089] "%s" is no page: the page stays', async (text) => {
  const { user } = renderUi(table({ pageSize: 1 }));
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await user.type(screen.getByRole('textbox', { name: 'Go to page' }), `${text}{Enter}`);
  expect(cells().map(([name]) => name)).toEqual(['Pot 3']);
});

it('[RULE-113] a list that failed to load is empty, says so, and can be asked again', async () => {
  const asked: string[] = [];
  const { user } = renderUi(table({ rows: [], status: 'failed', onRetry: () => asked.push('again') }));
  expect(cells()).toEqual([]);
  expect(screen.getByText('Loading failed')).toBeVisible();
  expect(screen.getByText('No rows found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(asked).toEqual(['again']);
});

it('[UI10] the cells of a column kept in sight are marked in head, filter, body and foot', () => {
  renderUi(table({ rows: pots.slice(0, 1) }));
  const marked = [...screen.getByRole('table').querySelectorAll('[data-pinned]')].map(
    ({ tagName, textContent }) => `${tagName} ${textContent}`,
  );
  expect(marked).toEqual(['TH Name', 'TH ', 'TD Pot 1', 'TD Total']);
});

it('[UI12] the file has the day in its name, what identifies a row in front, and the chosen format', async () => {
  const first: readonly Column<Pot>[] = [{ id: 'serial', head: 'Serial', value: ({ name }) => `S ${name}`, cell: () => null }];
  const saved: Parameters<SaveFile>[] = [];
  const { user } = renderUi(
    <FileDayContext value={() => '2026-11-26'}>
      <SaveFileContext value={(...file) => void saved.push(file)}>{table({ rows: pots.slice(0, 1), exportFirst: first })}</SaveFileContext>
    </FileDayContext>,
    aMemory({ 'csv-format': 'point' }),
  );
  await choose(user, 'CSV');
  expect(saved).toEqual([['pots-2026-11-26.csv', { text: '\uFEFFSerial,Name,Level\r\nS Pot 1,Pot 1,0\r\n', type: 'text/csv' }]]);
  expect(screen.queryByRole('columnheader', { name: /Serial/ })).toBeNull();
});
