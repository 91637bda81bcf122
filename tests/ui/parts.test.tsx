import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { Field } from '#ui/Field';
import { KeyValues } from '#ui/KeyValues';
import { Menu } from '#ui/Menu';
import { renderUi } from '../support/renderUi.tsx';

it('[UI7] a problem stands under its field and describes it', async () => {
  function Form() {
    const [serial, setSerial] = useState('');
    return (
      <Field
        label="Serial"
        value={serial}
        onValue={setSerial}
        problem={serial === '' ? 'A serial is needed' : undefined}
        hint="As on the plate"
      />
    );
  }
  const { user } = renderUi(<Form />);
  const field = screen.getByRole('textbox', { name: 'Serial' });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('A serial is needed');
  await user.type(field, 'P-1');
  expect(field).toBeValid();
  expect(field).toHaveAccessibleDescription('As on the plate');
});

it('[UI7] a broken part leaves the rest standing, is reported, and another page begins anew', () => {
  const messages: string[] = [];
  const Broken = ({ works }: { readonly works: boolean }) => {
    if (!works) throw new Error('out of soil');
    return <p>growing</p>;
  };
  const page = (path: string, works: boolean) => (
    <>
      <p>frame</p>
      <ErrorBoundary resetKey={path} onError={(error) => messages.push(error.message)}>
        <Broken works={works} />
      </ErrorBoundary>
    </>
  );
  const { again } = renderUi(page('/a', true));
  again(page('/a', false));
  expect(screen.getByText('frame')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  expect(messages).toEqual(['out of soil']);
  again(page('/b', true));
  expect(screen.getByText('growing')).toBeVisible();
});

it('[UI7] a missing value reads "-"', () => {
  renderUi(
    <KeyValues
      rows={[
        ['Name', null],
        ['Level', 0],
        ['Kind', ''],
      ]}
    />,
  );
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['-', '0', '-']);
});

it('[UI7] a menu is worked by keys: it opens at its first entry, moves and chooses', async () => {
  const chosen: string[] = [];
  const items = ['Water', 'Prune'].map((label) => ({ id: label, label, onChoose: () => chosen.push(label) }));
  const { user } = renderUi(<Menu trigger={<button type="button">Acts</button>} items={items} />);
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Water' })).toHaveAttribute('data-highlighted'));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(chosen).toEqual(['Prune']));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
