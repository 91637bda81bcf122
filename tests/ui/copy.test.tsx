import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CopyAddress } from '#ui/CopyAddress';
import { CopyButton } from '#ui/CopyButton';
import { renderUi } from '../support/renderUi.tsx';

const both = [
  ['CopyButton', <CopyButton key="b" text="LF-01" what="serial" />, 'Copy serial', 'LF-01'],
  ['CopyAddress', <CopyAddress key="a" path="/a?b=c" children="Copy Link" />, 'Copy Link', new URL('/a?b=c', window.location.href).href],
] as const;

const announced = (text: string) => screen.findByText(text, { selector: '[aria-live=polite] *' });

it.each(both)(
  '[ARIA2] %s copies and says so for a moment, in a region that was there before and is in no button',
  async (_name, view, name, text) => {
    const { user } = renderUi(view);
    const regions = [...document.querySelectorAll('[aria-live]')];
    await user.click(screen.getByRole('button', { name }));
    const region = (await announced('Copied')).closest('[aria-live]');
    expect(region?.closest('button')).toBeNull();
    expect(regions).toContain(region);
    const mark = screen.getByTitle('Copied');
    expect(await navigator.clipboard.readText()).toBe(text);
    fireEvent.animationEnd(mark);
    expect(screen.queryByTitle('Copied')).toBeNull();
    expect(screen.queryByText('Copied')).toBeNull();
  },
);

it.each(both)('%s shows when the browser refuses', async (_name, view, name) => {
  const { user } = renderUi(view);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  await user.click(screen.getByRole('button', { name }));
  expect(await announced('Not copied')).toBeInTheDocument();
});

it.each(both)('%s shows when the page has no clipboard', async (_name, view, name) => {
  const { user } = renderUi(view);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(JSON.parse('null'));
  await user.click(screen.getByRole('button', { name }));
  expect(await announced('Not copied')).toBeInTheDocument();
  vi.restoreAllMocks();
});
