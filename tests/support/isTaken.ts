import { fireEvent } from '@testing-library/react';
import { isShortcut } from '#ui/keyTargets';

/** Returns whether a key that is pressed in an element is a shortcut. */
export function isTaken(element: Element, init: KeyboardEventInit): boolean {
  let isKey = false;
  const listen = (event: Event) => {
    isKey = isShortcut(event);
  };
  document.addEventListener('keydown', listen, { once: true });
  fireEvent.keyDown(element, init);
  return isKey;
}
