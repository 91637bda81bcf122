import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCharacterKeys } from '#ui/characterKeys';
import { isTaken } from '../support/isTaken.ts';
import { aMemory, renderUi } from '../support/renderUi.tsx';

function Choice() {
  const [isOn, switchTo] = useCharacterKeys();
  return <input type="checkbox" checked={isOn} onChange={(event) => switchTo(event.target.checked)} />;
}

it('[KEYS12] characters are no shortcuts while they are switched off, which this browser keeps; other keys are', async () => {
  const memory = aMemory();
  const first = renderUi(<Choice />, memory);
  await first.user.click(screen.getByRole('checkbox'));
  first.unmount();
  const { user, unmount } = renderUi(<Choice />, memory);
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  for (const key of ['t', 'L', '?', ',', '1', '+', '-']) expect(isTaken(document.body, { key })).toBe(false);
  for (const key of [' ', 'Escape', 'ArrowLeft', 'Home']) expect(isTaken(document.body, { key })).toBe(true);
  await user.click(screen.getByRole('checkbox'));
  expect(isTaken(document.body, { key: 't' })).toBe(true);
  unmount();
});

it('[KEYS12] a choice that another tab has made applies where the switch shows it', () => {
  const memory = aMemory();
  const { again: rerender, unmount } = renderUi(<p />, memory);
  memory.set('character-keys', 'off');
  expect(isTaken(document.body, { key: 't' })).toBe(true);
  rerender(<Choice />);
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  expect(isTaken(document.body, { key: 't' })).toBe(false);
  unmount();
});
