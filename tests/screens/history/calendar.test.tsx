import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MonthCalendar } from '#screens/history/MonthCalendar';
import { ARROWED } from '#ui/keyTargets';
import { renderUi } from '../../support/renderUi.tsx';

const calendar = (held: ReadonlySet<string> | null) => (
  <MonthCalendar
    label="Days"
    month="2026-03"
    day={null}
    today="2026-03-31"
    held={held}
    marked={new Map()}
    onMonth={() => undefined}
    onDay={() => undefined}
  />
);
const namesOf = (text: string) =>
  screen.getAllByRole('button', { name: new RegExp(text) }).map((button) => button.getAttribute('aria-label'));

it('[NIGHT22] a day says that nothing is held once that is known', () => {
  const { again } = renderUi(calendar(null));
  expect(screen.queryAllByRole('button', { name: /nothing held/ })).toEqual([]);
  expect(namesOf('March 4, 2026')).toEqual(['Wednesday, March 4, 2026']);
  again(calendar(new Set(['2026-03-04'])));
  expect(namesOf('March 4, 2026')).toEqual(['Wednesday, March 4, 2026']);
  expect(namesOf('March 5, 2026')).toEqual(['Thursday, March 5, 2026, nothing held']);
});

it('[KEYS10] the arrow keys of the days are their own', () => {
  renderUi(calendar(null));
  expect(screen.getByRole('button', { name: 'Wednesday, March 4, 2026' }).closest(ARROWED)).not.toBeNull();
});
