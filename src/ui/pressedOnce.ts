import type { KeyboardEvent, MouseEvent } from 'react';

/** The handlers of a button that runs its action once per press. */
interface PressedOnce {
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Returns the handlers of a button that may disappear when it is pressed: the second click of a double-click, or a held Enter key, could press the button that
 * replaces it. Source: STOPWAY11, PRESS1.
 */
export const pressedOnce = (act: () => void): PressedOnce => ({
  onClick: ({ detail }) => {
    if (detail <= 1) act();
  },
  onKeyDown: (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  },
});
