import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { renderUi } from '../support/renderUi.tsx';

interface Line {
  readonly id: number;
}

const lines = (count: number): readonly Line[] => Array.from({ length: count }, (_, id) => ({ id }));
const key = (line: Line) => String(line.id);

it('[UI4] all rows on one page: above a hundred only those in sight are drawn, and the count shows', async () => {
  const columns: readonly Column<Line>[] = [{ id: 'id', head: 'Id', cell: ({ id }) => `line ${id}` }];
  renderUi(<DataTable name="lines" columns={columns} rows={lines(5000)} rowKey={key} paged={false} />);
  const drawn = (await screen.findAllByText(/^line /)).length;
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThan(100);
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '5001');
});

it('[TABLE1] each row says its place among all, below the heads, on a later page, in a long table and at its foot', async () => {
  const place = (row: HTMLElement) => Number(row.getAttribute('aria-rowindex'));
  const places = () => screen.getAllByRole('row').map(place);
  const filtered: readonly Column<Line>[] = [
    { id: 'id', head: 'Id', cell: ({ id }) => `line ${id}`, filter: { kind: 'text', placeholder: 'Id' }, value: key, foot: () => 'all' },
  ];
  const { unmount } = renderUi(
    <DataTable
      name="lines"
      columns={filtered}
      rows={lines(2)}
      rowKey={key}
      remote={{ page: 3, size: 10, rowCount: 22, onChange: () => undefined }}
      onFilters={() => undefined}
    />,
  );
  expect(places()).toEqual([1, 2, 23, 24, 25]);
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '25');
  unmount();
  const plain: readonly Column<Line>[] = [{ id: 'id', head: 'Id', cell: ({ id }) => `line ${id}` }];
  renderUi(<DataTable name="lines" columns={plain} rows={lines(500)} rowKey={key} paged={false} />);
  await screen.findAllByText(/^line /);
  for (const line of screen.getAllByText(/^line /))
    expect(place(line.closest('tr') ?? line)).toBe(Number(line.textContent.slice('line '.length)) + 2);
});

it('[UI3] a cell that changes by itself draws no other cell again, nor does a new list with the same rows', () => {
  const drawn: string[] = [];
  const setters = new Map<number, (text: string) => void>();
  function Live({ id }: Line) {
    const [text, setText] = useState('old');
    setters.set(id, setText);
    drawn.push(`${id} ${text}`);
    return text;
  }
  const columns: readonly Column<Line>[] = [{ id: 'live', head: 'Live', cell: ({ id }) => <Live id={id} /> }];
  const rows = lines(3);
  const { again } = renderUi(<DataTable name="lines" columns={columns} rows={rows} rowKey={key} />);
  drawn.length = 0;
  act(() => setters.get(1)?.('new'));
  again(<DataTable name="lines" columns={columns} rows={[...rows]} rowKey={key} />);
  expect(drawn).toEqual(['1 new']);
});

it('[UI3] with a render key a row is drawn again when a value or a part that a cell reads changes, and not otherwise', () => {
  interface Pot {
    readonly name: string;
    readonly level: number;
    readonly hint: string;
    readonly unseen: number;
  }
  const drawn: string[] = [];
  const columns: readonly Column<Pot>[] = [
    { id: 'name', head: 'Name', value: ({ name }) => name, cell: ({ name }) => name },
    {
      id: 'level',
      head: 'Level',
      value: ({ level }) => level,
      renderInputs: ({ level, hint }) => [level, hint],
      cell: ({ level, hint }) => {
        drawn.push(`${level} ${hint}`);
        return hint;
      },
    },
  ];
  const pot = { name: 'Fern', level: 1, hint: 'dry', unseen: 0 };
  const table = (row: Pot) => <DataTable name="pots" columns={columns} rows={[row]} rowKey={({ name }) => name} rendersByValues />;
  const { again } = renderUi(table(pot));
  drawn.length = 0;
  again(table({ ...pot, unseen: 1 }));
  expect(drawn).toEqual([]);
  again(table({ ...pot, level: 2 }));
  again(table({ ...pot, level: 2, hint: 'wet' }));
  expect(drawn).toEqual(['2 dry', '2 wet']);
});

it('[PRESS1] a row is opened once per press, and not by a press that began on what stood in its place', () => {
  const opened: number[] = [];
  const columns: readonly Column<Line>[] = [{ id: 'id', head: 'Id', cell: ({ id }) => `line ${id}` }];
  renderUi(<DataTable name="lines" columns={columns} rows={lines(1)} rowKey={key} onRow={({ id }) => opened.push(id)} />);
  const cell = screen.getByText('line 0');
  const row = cell.closest('tr') ?? cell;
  fireEvent.click(cell, { detail: 2 });
  fireEvent.keyDown(row, { key: 'Enter', repeat: true });
  expect(opened).toEqual([]);
  fireEvent.click(cell, { detail: 1 });
  fireEvent.keyDown(row, { key: 'Enter' });
  expect(opened).toEqual([0, 0]);
});
