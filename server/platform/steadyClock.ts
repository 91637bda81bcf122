/** A difference up to this is followed at once, in ms: clocks that NTP keeps differ by no more. */
const FOLLOWED_MS = 1_000;
/** A greater difference counts once it has lasted this long, in ms. */
const DOUBTED_MS = 60_000;

interface ClockSources {
  /** The clock of this machine, in ms since epoch; somebody may set it. */
  readonly wall: () => number;
  /** The time since some instant, in ms, which nobody can set. */
  readonly elapsed: () => number;
}

/**
 * Creates the server's clock, in ms since epoch: the machine's, whose steps count only when they last. Otherwise, while a clock is a year ahead for
 * twenty seconds, the server would refuse every token, end every limit and date every report wrongly.
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

/** An instant that is later than now by more than this is void, in ms: it was stored by a wrong clock. Servers of one database differ by less. */
export const VOID_AFTER_MS = 60_000;

/** Returns whether an instant lies within the last `withinMs`, all in ms; a future one never does. */
export const isRecent = (at: number, now: number, withinMs: number): boolean => at <= now + VOID_AFTER_MS && now - at < withinMs;
