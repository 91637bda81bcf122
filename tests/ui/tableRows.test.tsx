import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/DataTable';
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
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '5000');
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
