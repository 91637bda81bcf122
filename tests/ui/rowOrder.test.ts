import { array, assert, integer, option, property } from 'fast-check';
import { expect, it } from 'vitest';
import { rowOrder } from '#ui/table/rowOrder';
import type { Column } from '#ui/column';

interface Row {
  readonly id: number;
  readonly level: number | null;
}

const column: Column<Row> = { id: 'level', head: 'Level', sort: 'number', value: ({ level }) => level, cell: ({ level }) => level };

const lists = array(array(option(integer({ min: 0, max: 9 })), { maxLength: 40 }), { maxLength: 6 });

it.each([{ desc: false }, { desc: true }])('[UI1] whatever came before, rows stand as if sorted anew (desc $desc)', ({ desc }) => {
  assert(
    property(lists, (versions) => {
      const remembering = rowOrder(column, desc);
      for (const levels of versions) {
        const rows = levels.map((level, id): Row => ({ id, level }));
        expect(remembering(rows)).toEqual(rowOrder(column, desc)(rows));
        const known = remembering(rows).flatMap(({ level }) => level ?? []);
        expect(known).toEqual(known.toSorted((a, b) => (desc ? b - a : a - b)));
      }
    }),
  );
});

it('[UI1] rows that read the same as before keep their places and are the new ones', () => {
  const order = rowOrder(column, false);
  const twice = [1, 2].map(() =>
    order([
      { id: 1, level: 5 },
      { id: 2, level: 3 },
      { id: 3, level: null },
      { id: 4, level: 3 },
    ]),
  );
  expect(twice.map((rows) => rows.map(({ id }) => id))).toEqual([
    [2, 4, 1, 3],
    [2, 4, 1, 3],
  ]);
  expect(twice[0]?.[0]).not.toBe(twice[1]?.[0]);
});
