/** The browsers that did not get the last notice about a site, and when it is sent to them again. */

/** A browser whose push service did not accept the last notice; `silent` tells whether that made no sound. */
export interface MissedNotice {
  readonly receiver: string;
  readonly silent: boolean;
}

/** The first pause before a notice is sent again, and the longest one, in ms; each is twice as long as the previous one. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 600_000;
/** A push service that has not accepted a notice for about a day is not asked again. */
const MAX_TRIES = 150;

/** Returns the pause before the next try, in ms, after a number of tries in vain; null if there is none. Source: PUSH13. */
export const pauseBeforeTry = (tries: number): number | null =>
  tries >= MAX_TRIES ? null : Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);

/** Returns each browser once: it misses a sound if one of its entries does. Source: PUSH13. */
export const mergedMisses = (missed: readonly MissedNotice[]): readonly MissedNotice[] =>
  [...new Set(missed.map(({ receiver }) => receiver))].map((receiver) => ({
    receiver,
    silent: missed.every((one) => one.receiver !== receiver || one.silent),
  }));

/** Returns the browsers that missed a notice, after one more of them did not get it, or got it (`isMissed` is false). A missed sound stays missed. Source: PUSH13. */
export function afterTry(
  missed: readonly MissedNotice[],
  { receiver, silent, isMissed }: MissedNotice & { readonly isMissed: boolean },
): readonly MissedNotice[] {
  return isMissed ? mergedMisses([...missed, { receiver, silent }]) : missed.filter((one) => one.receiver !== receiver);
}
