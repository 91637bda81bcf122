import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Dialog } from '#ui/Dialog';
import { TOAST_MS, Toasts } from '#ui/Toasts';
import { renderUi } from '../support/renderUi.tsx';

function asking(danger = false) {
  const answers: string[] = [];
  const dialog = (open: boolean) => (
    <ConfirmDialog
      open={open}
      danger={danger}
      text="Water the ferns in bay 4."
      onYes={() => answers.push('yes')}
      onNo={() => answers.push('no')}
    />
  );
  return { answers, dialog };
}

it("[MSG-043] asks 'Are you sure?' with Yes and No, names the act, and No has the focus", async () => {
  const { answers, dialog } = asking();
  const { user } = renderUi(dialog(true));
  const box = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
  expect(within(box).getByText('Water the ferns in bay 4.')).toBeVisible();
  expect(
    within(box)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['No', 'Yes']);
  await waitFor(() => expect(within(box).getByRole('button', { name: 'No' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.click(within(box).getByRole('button', { name: 'Yes' }));
  expect(answers).toEqual(['no', 'yes']);
});

it('[CONFIRM1] a consequence is a paragraph of its own, and describes the question with it', async () => {
  const nothing = () => undefined;
  renderUi(<ConfirmDialog open text="Water the ferns?" consequence="They get wet." onYes={nothing} onNo={nothing} />);
  const box = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
  expect(within(box).getByText('Water the ferns?').nextSibling).toBe(within(box).getByText('They get wet.'));
  expect(box).toHaveAccessibleDescription('Water the ferns? They get wet.');
});

it('[MSG-043] Escape means no; a closed question is not there', async () => {
  const { answers, dialog } = asking();
  const { user, again } = renderUi(dialog(true));
  await waitFor(() => expect(screen.getByRole('button', { name: 'No' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(answers).toEqual(['no']);
  again(dialog(false));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('[UI5] the focus stays within a dialog, and goes back to where it was', async () => {
  const page = (open: boolean) => (
    <>
      <button type="button">outside</button>
      <Dialog open={open} title="Scan" onClose={() => {}} actions={<button type="button">Done</button>}>
        <button type="button">first</button>
      </Dialog>
    </>
  );
  const { user, again } = renderUi(page(false));
  await user.click(screen.getByRole('button', { name: 'outside' }));
  again(page(true));
  await waitFor(() => expect(screen.getByRole('button', { name: 'first' })).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'first' })).toHaveFocus();
  again(page(false));
  await waitFor(() => expect(screen.getByRole('button', { name: 'outside' })).toHaveFocus());
});

it('[SHELL-025] [CONST-001] a toast is seen for six seconds, then says it is gone', () => {
  const gone: string[] = [];
  renderUi(<Toasts toasts={[{ id: 'a', tone: 'success', text: 'Saved' }]} onGone={(id) => gone.push(id)} />);
  expect(TOAST_MS).toBe(6000);
  expect(screen.getByText('Saved')).toBeVisible();
  const life = screen.getByTestId('toast-life');
  expect(life).toHaveStyle({ animationDuration: '6000ms' });
  expect(gone).toEqual([]);
  fireEvent.animationEnd(life);
  expect(gone).toEqual(['a']);
});

it('[SHELL-025] each toast goes by itself, or earlier by hand', async () => {
  const gone: string[] = [];
  const toasts = [
    { id: 'a', tone: 'success', text: 'Saved' },
    { id: 'b', tone: 'warning', text: 'Something went wrong' },
  ] as const;
  const { user } = renderUi(<Toasts toasts={toasts} onGone={(id) => gone.push(id)} />);
  const second = screen.getByText('Something went wrong').closest('[role=status]');
  expect(second).toHaveAttribute('data-tone', 'warning');
  await user.click(screen.getAllByRole('button', { name: 'Close' })[1] ?? document.body);
  expect(gone).toEqual(['b']);
});

it('[TOAST4] while a dialog covers the page a new toast is announced outside of what is inert, and waits', () => {
  const page = (isOpen: boolean, ...texts: readonly string[]) => (
    <>
      <Toasts toasts={texts.map((text) => ({ id: text, tone: 'success', text }))} onGone={() => undefined} />
      <ConfirmDialog open={isOpen} text="Are you sure?" onYes={() => undefined} onNo={() => undefined} />
    </>
  );
  const { again } = renderUi(page(false, 'Saved'));
  const region = document.querySelector('[data-live]:has(+ [data-live])');
  again(page(true, 'Saved'));
  again(page(true, 'Saved', 'Sent'));
  const announced = screen.getByText('Sent', { selector: '[data-live] *' });
  expect(announced.closest('[inert]')).toBeNull();
  expect(screen.queryByText('Saved', { selector: '[data-live] *' })).toBeNull();
  expect(region?.parentElement).toBe(document.body);
  for (const life of screen.getAllByTestId('toast-life')) expect(life.style.animationPlayState).toBe('paused');
  again(page(false, 'Saved', 'Sent'));
  expect(screen.queryByText('Sent', { selector: '[data-live] *' })).toBeNull();
});

it('[PRESS1] a double-click on Close of a toast does not close the one that takes its place', () => {
  const gone: string[] = [];
  const both = ['a', 'b'].map((id) => ({ id, tone: 'success' as const, text: id }));
  const close = (detail: number) => fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body, { detail });
  const { again } = renderUi(<Toasts toasts={both} onGone={(id) => gone.push(id)} />);
  close(1);
  again(<Toasts toasts={both.slice(1)} onGone={(id) => gone.push(id)} />);
  close(2);
  expect(gone).toEqual(['a']);
});
