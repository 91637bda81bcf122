import type { Memory } from '#edge/browserMemory';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { BrowserStorage } from '#ui/browserStorage';
import { UiProvider } from '#ui/UiProvider';

/** Returns a storage that lasts one test; pass the same one to two renders for a second visit. */
export function aMemory(known: Readonly<Record<string, string>> = {}): BrowserStorage & Pick<Memory, 'newest'> {
  const held = new Map(Object.entries(known));
  const get = (key: string) => held.get(key) ?? null;
  return { get, newest: get, set: (key, value) => held.set(key, value) };
}

/** Renders inside the theme, and returns the user-event instance. */
export function renderUi(children: ReactNode, remember: BrowserStorage = aMemory()) {
  const wrap = (inner: ReactNode) => <UiProvider remember={remember}>{inner}</UiProvider>;
  const user = userEvent.setup();
  const { rerender, unmount } = render(wrap(children));
  return { user, unmount, again: (next: ReactNode) => rerender(wrap(next)) };
}
