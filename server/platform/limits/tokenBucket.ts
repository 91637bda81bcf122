/** A token bucket: an allowance that refills with time, up to a burst. */

/** A rate, and the amount by which a burst may exceed it. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** An allowance that refills with time. All times in ms. */
export interface TokenBucket {
  /** Takes an amount, which may leave the bucket below zero, and returns the time to wait before the next one; 0 while the bucket is not empty. */
  readonly take: (amount: number, now: number) => number;
  /** Takes one unit and returns 0 if the bucket is not empty; otherwise returns the time to wait. */
  readonly tryTake: (now: number) => number;
  /** Returns one unit that was taken. */
  readonly giveBack: (now: number) => void;
}

/** Creates a full bucket. If the clock is set back, nothing is refilled, and refilling continues from the new time. */
export function createBucket({ perSecond, burst }: Rate, now: number): TokenBucket {
  let [left, at] = [burst, now];
  const refill = (when: number) => {
    left = Math.min(burst, left + (Math.max(0, when - at) * perSecond) / 1_000);
    at = when;
  };
  const msFor = (missing: number) => Math.ceil((missing / perSecond) * 1_000);
  return {
    take(amount, when) {
      refill(when);
      left -= amount;
      return left >= 0 ? 0 : msFor(-left);
    },
    tryTake(when) {
      refill(when);
      if (left < 1) return msFor(1 - left);
      left -= 1;
      return 0;
    },
    giveBack(when) {
      refill(when);
      left = Math.min(burst, left + 1);
    },
  };
}
