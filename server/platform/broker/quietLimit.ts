/** Ends a connection whose client has sent nothing for too long: a robot without power does not close its connection. */

import type { SetTimer } from '../timers.ts';

interface QuietLimit {
  /** Maximum time without a byte from the client, in ms. */
  readonly quietMs: number;
  /** Returns whether bytes are left unread at the moment, in which case the client may have sent some. */
  readonly isPaused: () => boolean;
  /** Called once, when the client has been quiet for too long. */
  readonly onQuiet: () => void;
  readonly after: SetTimer;
  /** A monotonic clock, in ms. */
  readonly elapsed: () => number;
}

/** Starts the limit of a connection. `note` must be called when bytes arrive; it is cheap, because one timer serves all bytes. */
export function limitQuiet({ quietMs, isPaused, onQuiet, after, elapsed }: QuietLimit): {
  readonly note: () => void;
  readonly stop: () => void;
} {
  let lastAt = elapsed();
  const look = () => {
    if (isPaused()) lastAt = elapsed();
    const leftMs = lastAt + quietMs - elapsed();
    if (leftMs > 0) stop = after(leftMs, look);
    else onQuiet();
  };
  let stop = after(quietMs, look);
  return {
    note: () => {
      lastAt = elapsed();
    },
    stop: () => stop(),
  };
}
