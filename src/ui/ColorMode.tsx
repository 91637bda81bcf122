/** The colour mode (light, dark or system), stored in the browser. */

import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import type { ColorMode } from './mapColours.ts';
import type { BrowserStorage } from './browserStorage.ts';
import { useMedia } from './useMedia.ts';
import { usePrinting } from './usePrinting.ts';

export type ColorChoice = ColorMode | 'system';

interface Colors {
  readonly choice: ColorChoice;
  /** The mode in effect, with 'system' resolved. */
  readonly mode: ColorMode;
  readonly choose: (choice: ColorChoice) => void;
}

const KEY = 'color-mode';
const ColorsContext = createContext<Colors>({ choice: 'system', mode: 'light', choose: () => {} });
export const useColorMode = (): Colors => useContext(ColorsContext);

const remembered = (value: string | null): ColorChoice => (value === 'light' || value === 'dark' ? value : 'system');

export function ColorModeProvider({ remember, children }: { readonly remember: BrowserStorage; readonly children: ReactNode }) {
  const [choice, setChoice] = useState(() => remembered(remember.get(KEY)));
  const dark = useMedia('(prefers-color-scheme: dark)');
  const mode = choice === 'system' ? (dark ? 'dark' : 'light') : choice;
  // Paper is white in every mode of the screen.
  const shown = usePrinting() ? 'light' : mode;
  useLayoutEffect(() => {
    document.documentElement.classList.remove('light', 'dark');
    document.documentElement.classList.add(shown);
  }, [shown]);
  const choose = (next: ColorChoice) => {
    remember.set(KEY, next);
    setChoice(next);
  };
  return <ColorsContext value={{ choice, mode, choose }}>{children}</ColorsContext>;
}
