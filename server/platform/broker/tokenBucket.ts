/** A rate and the amount that may exceed it at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** An allowance that refills with time. */
export interface TokenBucket {
  /** Takes an amount, which may overdraw it, and returns how long to wait before the next one, in ms; 0 when there is some left. `now` in ms. */
  readonly take: (amount: number, now: number) => number;
}

/** Creates a full bucket. */
export function createBucket({ perSecond, burst }: Rate, now: number): TokenBucket {
  let [left, at] = [burst, now];
  return {
    take(amount, when) {
      left = Math.min(burst, left + ((when - at) * perSecond) / 1_000) - amount;
      at = when;
      return left >= 0 ? 0 : Math.ceil((-left / perSecond) * 1_000);
    },
  };
}
