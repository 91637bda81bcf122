/** Maximum difference that is applied at once, in ms: clocks that NTP synchronises differ by no more. */
const FOLLOWED_MS = 1_000;
/** Time after which a larger difference is applied, in ms. */
const DOUBTED_MS = 60_000;

interface ClockSources {
  /** The clock of this machine, in ms since epoch, which may be set at any time. */
  readonly wall: () => number;
  /** The time since some instant, in ms, from a clock that cannot be set. */
  readonly elapsed: () => number;
}

/**
 * Creates the server's clock, in ms since epoch: the machine's clock, whose changes are applied only when they last. Otherwise, a clock that is a year ahead
 * for twenty seconds would make the server refuse every token, lift every limit and date every report wrongly.
 */
export function steadyClock({ wall, elapsed }: ClockSources): () => number {
  let ahead = wall() - elapsed();
  let doubted: { readonly ahead: number; readonly since: number } | null = null;
  return () => {
    const at = elapsed();
    const claimed = wall() - at;
    if (Math.abs(claimed - ahead) <= FOLLOWED_MS) {
      ahead = claimed;
      doubted = null;
    } else if (doubted === null || Math.abs(claimed - doubted.ahead) > FOLLOWED_MS) {
      doubted = { ahead: claimed, since: at };
    } else if (at - doubted.since >= DOUBTED_MS) {
      ahead = claimed;
      doubted = null;
    }
    return at + ahead;
  };
}

/**
 * An instant that is ahead of the clock by more than this, in ms, is ignored, because it was stored with a wrong clock. The clocks of servers on one database
 * differ by less.
 */
export const VOID_AFTER_MS = 60_000;

/** Returns whether an instant lies within the last `withinMs`, all in ms; always false for a future instant. */
export const isRecent = (at: number, now: number, withinMs: number): boolean => at <= now + VOID_AFTER_MS && now - at < withinMs;
