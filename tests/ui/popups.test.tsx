import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Dialog } from '#ui/Dialog';
import { Menu } from '#ui/Menu';
import { Tooltip } from '#ui/Tooltip';
import { renderUi } from '../support/renderUi.tsx';

const menu = (chosen: string[]) => (
  <>
    <p>beside</p>
    <Menu
      trigger={<button type="button">Acts</button>}
      items={['Water', 'Prune', 'Pick'].map((label) => ({ id: label, label, onChoose: () => chosen.push(label) }))}
      choice={{
        label: 'Light',
        value: 'dim',
        options: [
          { value: 'dim', label: 'Dim' },
          { value: 'full', label: 'Full' },
        ],
        onValue: (value) => chosen.push(value),
      }}
    />
  </>
);

/** The library moves the focus with the next frame. */
const menuFocus = () => waitFor(() => expect(screen.getByRole('menu', { name: 'Acts' })).toHaveFocus());

it('[UI7] a menu closes by Escape, which gives the focus back, and by a press outside', async () => {
  const { user } = renderUi(menu([]));
  const button = screen.getByRole('button', { name: 'Acts' });
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await menuFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button).toHaveFocus();
  await user.click(button);
  await menuFocus();
  await user.click(screen.getByText('beside'));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('[UI7] Escape closes a menu in a dialog, then the dialog', async () => {
  const chosen: string[] = [];
  const { user } = renderUi(
    <Dialog open title="Scan" onClose={() => chosen.push('closed')}>
      {menu(chosen)}
    </Dialog>,
  );
  await user.click(screen.getByRole('button', { name: 'Acts' }));
  await menuFocus();
  await user.keyboard('{Escape}');
  expect([screen.queryByRole('menu'), chosen]).toEqual([null, []]);
  await user.keyboard('{Escape}');
  expect(chosen).toEqual(['closed']);
});

it.each([
  ['{ArrowDown}', 'Prune'],
  ['{ArrowUp}', 'Full'],
  ['{End}', 'Full'],
  ['{End}{Home}', 'Water'],
  ['p', 'Prune'],
  ['pp', 'Pick'],
  ['{End}{ArrowDown}', 'Water'],
])('[UI7] from the first entry of a menu %s marks %s', async (keys, name) => {
  const { user } = renderUi(menu([]));
  await user.tab();
  await user.keyboard('{Enter}');
  await menuFocus();
  await user.keyboard(keys);
  const marked = screen.getByRole(/Full/.test(name) ? 'menuitemradio' : 'menuitem', { name });
  await waitFor(() => expect(marked).toHaveAttribute('data-highlighted'));
  expect(screen.getByRole('menu')).toHaveAttribute('aria-activedescendant', marked.id);
});

it('[UI7] one of a few is chosen without closing the menu', async () => {
  const chosen: string[] = [];
  const { user } = renderUi(menu(chosen));
  await user.click(screen.getByRole('button', { name: 'Acts' }));
  expect(screen.getByRole('menuitemradio', { checked: true })).toHaveTextContent('Dim');
  await user.click(screen.getByRole('menuitemradio', { name: 'Full' }));
  expect(chosen).toEqual(['full']);
  expect(screen.getByRole('menu')).toBeVisible();
});

it('[UI7] a tooltip opens for a pointer that moves onto the element, not for one that rests where the element appears', () => {
  renderUi(
    <Tooltip isName text="Save as test">
      <button type="button">Save</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerMove(button, { pointerType: 'mouse' });
  expect(screen.getByRole('tooltip')).toHaveTextContent('Save as test');
  fireEvent.click(button);
  fireEvent.pointerMove(button, { pointerType: 'mouse' });
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('[UI7] a tooltip describes what has the focus or the pointer, until Escape or until that is left', async () => {
  const { user } = renderUi(
    <Tooltip text="A fern">
      <button type="button">F</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button', { name: 'F' });
  expect(button).not.toHaveAttribute('aria-describedby');
  await user.hover(button);
  expect(button).toHaveAccessibleDescription('A fern');
  await user.unhover(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.tab();
  expect(screen.getByRole('tooltip')).toHaveTextContent('A fern');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it.each([
  [false, ['closed']],
  [true, []],
])('[UI5] a press on the scrim of a dialog (a question: %s) says %j', async (alert, expected) => {
  const chosen: string[] = [];
  const { user } = renderUi(
    <Dialog open alert={alert} title="Scan" onClose={() => chosen.push('closed')}>
      <button type="button">first</button>
    </Dialog>,
  );
  const box = screen.getByRole(alert ? 'alertdialog' : 'dialog', { name: 'Scan' });
  await user.click(box);
  expect(chosen).toEqual([]);
  await user.click(box.parentElement ?? box);
  expect(chosen).toEqual(expected);
});
