import { expect, it } from 'vitest';
import { withChange, type PastRow } from '#domain/history/pastLists';

const row = (id: string, at: number, text = ''): PastRow => ({ id, serial: 'LF-01', at, row: { text } });
const idsOf = (list: ReturnType<typeof withChange>) => list?.rows.map(({ id }) => id);

it('[NIGHT17] a list begins with what is known since an instant, newest first, and rows are added and replaced by their ids', () => {
  const begun = withChange(undefined, { since: 5, rows: [row('a', 10), row('b', 20)] });
  expect([begun?.since, idsOf(begun)]).toEqual([5, ['b', 'a']]);
  const more = withChange(begun, { rows: [row('c', 15), row('a', 10, 'ended')] });
  expect([more?.since, idsOf(more)]).toEqual([5, ['b', 'c', 'a']]);
  expect(more?.rows.at(-1)?.row).toEqual({ text: 'ended' });
  expect(idsOf(withChange(more, { since: 12, rows: [] }))).toEqual([]);
});

it('[NIGHT17] a list that has not begun stays unknown', () => {
  expect(withChange(undefined, { rows: [row('a', 10)] })).toBeUndefined();
});
