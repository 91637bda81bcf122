import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RefreshButton } from '#widgets/RefreshButton';
import { showing } from './aConsole.tsx';

const button = () => screen.getByRole('button', { name: 'Refresh Data' });

it('[DEV-134] [MSG-059] asks once more; while that is on its way a press is of no use, and the focus stays', async () => {
  let pressed = 0;
  const refresh = () => {
    pressed += 1;
  };
  const { unmount } = showing(<RefreshButton isPending={false} onRefresh={refresh} />, { intents: [] });
  await userEvent.click(button());
  expect(pressed).toBe(1);
  unmount();
  showing(<RefreshButton isPending onRefresh={refresh} />, { intents: [] });
  await userEvent.click(button());
  expect(pressed).toBe(1);
  expect(button()).toHaveAttribute('aria-busy', 'true');
  expect(button()).toHaveFocus();
});

it.each([
  ['in the past', true, false],
  ['where there is nothing to ask for', false, true],
])('[DEV-134] it is off %s', (_case, isPast, disabled) => {
  showing(<RefreshButton isPending={false} disabled={disabled} onRefresh={() => undefined} />, isPast ? {} : { intents: [] });
  expect(button()).toBeDisabled();
});
