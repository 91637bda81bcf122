import { createContext, type ReactNode, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { ColorMode } from './mapLook.ts';
import type { Remember } from './remember.ts';

export type ColorChoice = ColorMode | 'system';

interface Colors {
  readonly choice: ColorChoice;
  /** What is seen now; 'system' resolved. */
  readonly mode: ColorMode;
  readonly choose: (choice: ColorChoice) => void;
}

const KEY = 'color-mode';
const ColorsContext = createContext<Colors>({ choice: 'system', mode: 'light', choose: () => {} });
export const useColorMode = (): Colors => useContext(ColorsContext);

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches;
const onSystemChange = (tell: () => void) => {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};
const remembered = (value: string | null): ColorChoice => (value === 'light' || value === 'dark' ? value : 'system');

export function ColorModeProvider({ remember, children }: { readonly remember: Remember; readonly children: ReactNode }) {
  const [choice, setChoice] = useState(() => remembered(remember.get(KEY)));
  const dark = useSyncExternalStore(onSystemChange, systemIsDark);
  const mode = choice === 'system' ? (dark ? 'dark' : 'light') : choice;
  useLayoutEffect(() => {
    document.documentElement.classList.remove('light', 'dark');
    document.documentElement.classList.add(mode);
  }, [mode]);
  const choose = (next: ColorChoice) => {
    remember.set(KEY, next);
    setChoice(next);
  };
  return <ColorsContext value={{ choice, mode, choose }}>{children}</ColorsContext>;
}
