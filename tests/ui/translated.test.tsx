import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { DataTable } from '#ui/table/DataTable';
import { KeyValues } from '#ui/KeyValues';
import { Logo } from '#ui/Logo';
import { Select } from '#ui/Select';
import { StatBand } from '#ui/StatBand';
import { renderUi } from '../support/renderUi.tsx';
import { translate } from '../support/translator.ts';

interface Shown {
  readonly count: number;
  readonly isOld: boolean;
}

const Around = ({ children }: { readonly children: ReactNode }) => (
  <p>
    <b>!</b>
    {children}
  </p>
);
const names = ['An', 'Bram'];

const CASES: readonly (readonly [what: string, view: (shown: Shown) => ReactNode])[] = [
  ['texts beside each other', ({ count }) => <p>Queue of {count} jobs</p>],
  [
    'a conditional text before an element',
    ({ count, isOld }) => (
      <p>
        {isOld && 'old '}
        {count}
        <b>x</b>
      </p>
    ),
  ],
  [
    'an element that comes before a text',
    ({ count, isOld }) => (
      <p>
        {isOld && <b>old</b>} since {count} s
      </p>
    ),
  ],
  [
    'an element that comes after a text',
    ({ count, isOld }) => (
      <p>
        since {count} s{isOld && <b>old</b>}
      </p>
    ),
  ],
  [
    'a text in place of an element',
    ({ count, isOld }) => (
      <p>
        <i>x</i>
        {isOld ? 'old' : <b>{count}</b>}
      </p>
    ),
  ],
  [
    'a text in a fragment',
    ({ count, isOld }) => (
      <p>
        <b>x</b>
        {isOld ? <>old</> : <>{count} new</>}
      </p>
    ),
  ],
  ['a text as a property', ({ count, isOld }) => <Around>{isOld ? 'old' : count}</Around>],
  [
    'texts as a property',
    ({ count, isOld }) => (
      <Around>
        since {count} {isOld && 'old'}
      </Around>
    ),
  ],
  [
    'a list of texts',
    ({ count, isOld }) => (
      <p>
        {names.slice(isOld ? 1 : 0).map((name) => `${name}, `)}
        <b>{count}</b>
      </p>
    ),
  ],
  [
    'nothing in place of a text',
    ({ count, isOld }) => (
      <p>
        {isOld ? null : 'new'}
        {count > 1 ? 'many' : null}
        <b>{count}</b>
      </p>
    ),
  ],
];

it.each(CASES)('[TRANS1] %s changes with the data after a translator replaced the text nodes', (_, view) => {
  for (const [before, after] of [
    [
      { count: 1, isOld: false },
      { count: 2, isOld: true },
    ],
    [
      { count: 2, isOld: true },
      { count: 1, isOld: false },
    ],
  ] as const) {
    const plain = render(view(after));
    const expected = plain.container.textContent;
    plain.unmount();
    const { container, rerender, unmount } = render(view(before));
    const end = translate(container);
    rerender(view(after));
    expect(container.textContent).toBe(expected);
    rerender(view(before));
    rerender(view(after));
    expect(container.textContent).toBe(expected);
    end();
    unmount();
  }
});

it('[TRANS1] a text without siblings has no element of its own, and an option holds one text', () => {
  const { container } = render(<p>alone</p>);
  expect(container.innerHTML).toBe('<p>alone</p>');
  const select = render(
    <select>
      <option>
        {1} of {2}
      </option>
    </select>,
  );
  expect(select.container.querySelector('option')?.innerHTML).toBe('1 of 2');
});

it('[TRANS2] a translator is asked to leave values as they are', () => {
  renderUi(
    <>
      <KeyValues rows={[['Serial', 'LF-0140-23']]} />
      <StatBand stats={[{ label: 'Devices', number: '24 of 26' }]} />
      <Select label="Period" options={[{ value: 'w', label: 'Week 7' }]} value="w" onValue={() => undefined} />
      <Logo name="Orangery" />
      <DataTable
        name="devices"
        label="Devices"
        columns={[{ id: 'name', head: 'Name', cell: () => 'Divo 02' }]}
        rows={[1]}
        rowKey={String}
      />
    </>,
  );
  for (const value of ['LF-0140-23', 'Divo 02', '24 of 26', 'Week 7', 'Orangery'])
    expect(screen.getByText(value).closest('[translate=no]')).not.toBeNull();
});
