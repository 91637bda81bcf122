/** Runs functions one after the other, with a pause between them. */

import { type SetTimer, afterTimer } from '../timers.ts';

/** Minimum time between two functions, in ms. */
const EVERY_MS = 2.5;
/** Maximum number of waiting functions; beyond it, the oldest runs at once. */
const MAX_WAITING = 4_000;

/** A queue of functions: runs a function at once or in its turn; returns the cancel function. */
type Pace = (run: () => void) => () => void;

/**
 * Creates a pace for work that a flood makes due at the same moment: clients that are closed or answered together return together, and a stop would wait for
 * them. Source: FLOOD15.
 */
export function createPace(after: SetTimer = afterTimer, most = MAX_WAITING): Pace {
  const waiting = new Set<() => void>();
  let isPausing = false;
  const takeOldest = () => {
    const [run] = waiting;
    if (run !== undefined) waiting.delete(run);
    return run;
  };
  const runNext = () => {
    const run = takeOldest();
    isPausing = run !== undefined;
    if (run === undefined) return;
    after(EVERY_MS, runNext);
    run();
  };
  return (run) => {
    const own = () => run();
    waiting.add(own);
    if (!isPausing) runNext();
    else if (waiting.size > most) takeOldest()?.();
    return () => void waiting.delete(own);
  };
}
