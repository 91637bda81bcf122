import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Dialog } from '#ui/Dialog';
import { ComboField } from '#ui/form/ComboField';
import { renderUi } from '../../support/renderUi.tsx';

const MANY = Array.from({ length: 2_000 }, (_, at) => ({ value: `loc-${at}`, label: `Nursery ${at}` }));

function Choice({ first = '', values, onClose }: { readonly first?: string; readonly values: string[]; readonly onClose?: () => void }) {
  const [value, setValue] = useState(first);
  const field = (
    <ComboField
      label="Location"
      options={MANY}
      value={value}
      problem={value === '' ? 'Location cannot be empty.' : undefined}
      onValue={(next) => {
        values.push(next);
        setValue(next);
      }}
    />
  );
  return onClose === undefined ? (
    field
  ) : (
    <Dialog open title="Form" onClose={onClose}>
      {field}
    </Dialog>
  );
}
const field = () => screen.getByRole('combobox', { name: 'Location' });

it('[FORM5] of 2,000 choices typing leaves those that have the text in their name; not all are drawn at once', async () => {
  const values: string[] = [];
  const { user } = renderUi(<Choice values={values} />);
  await user.click(field());
  expect(screen.getAllByRole('option')).toHaveLength(100);
  expect(screen.getByText('1 900 more: type to narrow them')).toBeVisible();
  await user.keyboard('RY 1999');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Nursery 1999']);
  await user.click(await screen.findByRole('option', { name: 'Nursery 1999' }));
  await waitFor(() => expect(values).toEqual(['loc-1999']));
  expect(field()).toHaveValue('Nursery 1999');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

it('[FORM5] the first choice is marked, arrow keys mark another one and Enter takes it', async () => {
  const values: string[] = [];
  const { user } = renderUi(<Choice values={values} />);
  await user.click(field());
  await user.keyboard('nursery 7');
  const marked = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
  await waitFor(() => expect(marked()).toBe('Nursery 7'));
  for (const [key, name] of [
    ['{ArrowDown}', 'Nursery 70'],
    ['{ArrowDown}', 'Nursery 71'],
    ['{ArrowUp}', 'Nursery 70'],
  ] as const) {
    await user.keyboard(key);
    await waitFor(() => expect(marked()).toBe(name));
  }
  await user.keyboard('{Enter}');
  await waitFor(() => expect(values).toEqual(['loc-70']));
});

it('[FORM5] Enter takes the first choice that matches, however fast it follows', async () => {
  const values: string[] = [];
  const { user } = renderUi(<Choice values={values} />);
  await user.click(field());
  await user.keyboard('nursery 1999{Enter}');
  await waitFor(() => expect(values).toEqual(['loc-1999']));
});

it('[FORM5] Enter takes the first choice that matches, also while the chosen one is marked still', async () => {
  const values: string[] = [];
  const { user } = renderUi(<Choice first="loc-5" values={values} />);
  await user.click(field());
  await waitFor(() => expect(field()).toHaveAttribute('aria-activedescendant', expect.stringContaining('loc-5')));
  // Within one frame.
  fireEvent.change(field(), { target: { value: 'nursery 1999' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(values).toEqual(['loc-1999']));
});

it('[FORM5] what names no choice is forgotten, a whole name counts, nothing typed is no choice', async () => {
  const values: string[] = [];
  const { user } = renderUi(<Choice first="loc-5" values={values} />);
  await user.clear(field());
  await user.type(field(), 'Nurs');
  await user.tab();
  expect(field()).toHaveValue('Nursery 5');
  await user.clear(field());
  await user.type(field(), 'nursery 6');
  await user.tab();
  await user.clear(field());
  await user.tab();
  expect(values).toEqual(['loc-6', '']);
  expect(field()).toHaveAccessibleDescription('Location cannot be empty.');
});

it('[FORM5] Escape closes the choices and leaves the dialog open; a value nobody knows is shown as it is', async () => {
  const closed: string[] = [];
  const { user } = renderUi(<Choice first="loc-gone" values={[]} onClose={() => closed.push('closed')} />);
  expect(field()).toHaveValue('loc-gone');
  await user.click(field());
  await user.keyboard('xyz');
  expect(screen.getByText('Nothing of that name')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(closed).toEqual([]);
  await user.keyboard('{Escape}');
  expect(closed).toEqual(['closed']);
});
