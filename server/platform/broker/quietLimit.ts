/** Ends a connection whose client has sent nothing for too long: a robot without power closes nothing. */

import type { SetTimer } from '../timers.ts';

interface QuietLimit {
  /** Maximum time without a byte of the client, in ms. */
  readonly quietMs: number;
  /** Whether bytes of the client are left unread at the moment: then it may have sent something. */
  readonly isPaused: () => boolean;
  /** Called once, when the client has been quiet for too long. */
  readonly onQuiet: () => void;
  readonly after: SetTimer;
  /** A monotonic clock, in ms. */
  readonly elapsed: () => number;
}

/** Starts the limit of a connection. `note` is called for bytes of the client; it is cheap, as there is one timer for all bytes. */
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
