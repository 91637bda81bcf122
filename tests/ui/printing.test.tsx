import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { aMemory, renderUi } from '../support/renderUi.tsx';

interface Line {
  readonly id: number;
}

const columns: readonly Column<Line>[] = [{ id: 'id', head: 'Id', cell: ({ id }) => `line ${id}` }];
const key = ({ id }: Line) => String(id);
const lines = (count: number): readonly Line[] => Array.from({ length: count }, (_, id) => ({ id }));
const drawn = () => screen.getAllByText(/^line /).length;
const printing = (kind: 'beforeprint' | 'afterprint') => {
  act(() => {
    dispatchEvent(new Event(kind));
  });
};

it.each([
  ['pages', true],
  ['one page of which those in sight are drawn', false],
])('[PRINT1] a table with %s is printed with every row, and is as before afterwards', (_, paged) => {
  renderUi(<DataTable name="lines" columns={columns} rows={lines(230)} rowKey={key} paged={paged} />);
  const before = drawn();
  expect(before).toBeLessThan(100);
  printing('beforeprint');
  expect(drawn()).toBe(230);
  printing('afterprint');
  expect(drawn()).toBe(before);
});

it.each([
  ['one page of a longer list is printed with its place', 92, false],
  ['a whole list is printed without a place', 12, true],
])('[PRINT1] %s', (_, rowCount, isLeftOut) => {
  const remote = { page: 1, size: 20, rowCount, onChange: () => undefined };
  renderUi(<DataTable name="lines" columns={columns} rows={lines(12)} rowKey={key} remote={remote} />);
  expect(screen.getByText(/^1-\d+ of \d+$/).closest('[data-screen-only]') !== null).toBe(isLeftOut);
  expect(screen.getByRole('button', { name: 'Next page' }).closest('[data-screen-only]')).not.toBeNull();
});

it('[PRINT1] a dark screen is printed light', () => {
  renderUi(<p>text</p>, aMemory({ 'color-mode': 'dark' }));
  expect(document.documentElement).toHaveClass('dark');
  printing('beforeprint');
  expect(document.documentElement).toHaveClass('light');
  printing('afterprint');
  expect(document.documentElement).toHaveClass('dark');
});
