import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ColorChoice, useColorMode } from '#ui/ColorMode';
import { aMemory, renderUi } from '../support/renderUi.tsx';

function Chooser() {
  const { choice, mode, choose } = useColorMode();
  const button = (name: ColorChoice) => (
    <button type="button" onClick={() => choose(name)}>
      {name}
    </button>
  );
  return (
    <>
      <output>{`${choice} ${mode}`}</output>
      {button('dark')}
      {button('system')}
    </>
  );
}

it('[UI6] colours follow the system until chosen, and stay as chosen', async () => {
  const memory = aMemory();
  const { user, unmount } = renderUi(<Chooser />, memory);
  expect(screen.getByRole('status')).toHaveTextContent('system light');
  expect(document.documentElement).toHaveClass('light');
  await user.click(screen.getByRole('button', { name: 'dark' }));
  expect(document.documentElement).toHaveClass('dark');
  expect(document.documentElement).not.toHaveClass('light');
  unmount();
  const second = renderUi(<Chooser />, memory);
  expect(screen.getByRole('status')).toHaveTextContent('dark dark');
  await second.user.click(screen.getByRole('button', { name: 'system' }));
  expect(document.documentElement).toHaveClass('light');
});

it('[UI6] a remembered word that is no choice means the system', () => {
  renderUi(<Chooser />, aMemory({ 'color-mode': 'sepia' }));
  expect(screen.getByRole('status')).toHaveTextContent('system light');
});
