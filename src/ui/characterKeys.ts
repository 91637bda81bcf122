/** The switch for single-character shortcuts, which speech input and trembling hands may trigger unintentionally. Stored in this browser. Source: KEYS12. */

import { useLayoutEffect, useState } from 'react';
import { type BrowserStorage, useBrowserStorage } from './browserStorage.ts';

const KEY = 'character-keys';
const OFF = 'off';

const mark = (isOn: boolean): void => {
  document.documentElement.toggleAttribute('data-no-character-keys', !isOn);
};

/** Returns whether single-character shortcuts are switched off. */
export const areCharacterKeysOff = (): boolean => document.documentElement.hasAttribute('data-no-character-keys');

/** Applies the stored choice to the page. Mount once per page. */
export function useRememberedCharacterKeys(remember: BrowserStorage): void {
  useLayoutEffect(() => {
    mark(remember.get(KEY) !== OFF);
    return () => mark(true);
  }, [remember]);
}

/** Returns whether single-character shortcuts are on, and the function that switches them on or off. */
export function useCharacterKeys(): readonly [isOn: boolean, switchTo: (isOn: boolean) => void] {
  const remember = useBrowserStorage();
  const [isOn, setOn] = useState(() => remember.get(KEY) !== OFF);
  // Another tab may have changed the choice: what the switch shows applies here.
  useLayoutEffect(() => mark(isOn), [isOn]);
  const switchTo = (next: boolean) => {
    remember.set(KEY, next ? 'on' : OFF);
    setOn(next);
  };
  return [isOn, switchTo];
}
