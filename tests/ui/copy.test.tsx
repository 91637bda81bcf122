import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CopyAddress } from '#ui/CopyAddress';
import { CopyButton } from '#ui/CopyButton';
import { renderUi } from '../support/renderUi.tsx';

const both = [
  ['CopyButton', <CopyButton key="b" text="LF-01" what="serial" />, 'Copy serial', 'LF-01'],
  ['CopyAddress', <CopyAddress key="a" path="/a?b=c" children="Copy Link" />, 'Copy Link', new URL('/a?b=c', window.location.href).href],
] as const;

it.each(both)('%s copies and says so for a moment', async (_name, view, name, text) => {
  const { user } = renderUi(view);
  await user.click(screen.getByRole('button', { name }));
  const mark = await screen.findByRole('status', { name: 'Copied' });
  expect(await navigator.clipboard.readText()).toBe(text);
  fireEvent.animationEnd(mark);
  expect(screen.queryByRole('status')).toBeNull();
});

it.each(both)('%s shows when the browser refuses', async (_name, view, name) => {
  const { user } = renderUi(view);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  await user.click(screen.getByRole('button', { name }));
  expect(await screen.findByRole('status', { name: 'Not copied' })).toBeInTheDocument();
});

it.each(both)('%s shows when the page has no clipboard', async (_name, view, name) => {
  const { user } = renderUi(view);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(JSON.parse('null'));
  await user.click(screen.getByRole('button', { name }));
  expect(await screen.findByRole('status', { name: 'Not copied' })).toBeInTheDocument();
  vi.restoreAllMocks();
});
