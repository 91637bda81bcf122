/** The accounts of a directory, read at most twice a minute; all callers share one read. */

import type { SetTimer } from '../../platform/timers.ts';
import { withTimeout } from '../../platform/timers.ts';
import { directoryFailure } from './directoryFailure.ts';

/** Time for which a snapshot is valid, in ms: a new person at the provider is listed within a minute. */
const COUNTS_MS = 30_000;
/** Pause after a failure, in ms: requests in this time fail at once with the same failure. */
const PAUSE_MS = 5_000;
/** Maximum time for which a screen waits, in ms; the read continues, so the next request finds the result. */
const PATIENCE_MS = 10_000;
const READ_LIMIT_MS = 120_000;

interface SnapshotParts<T> {
  readonly read: (signal: AbortSignal) => Promise<T>;
  readonly elapsed: () => number;
  readonly after: SetTimer;
  /** Called after each failed read, with the reason for the failure. */
  readonly onFailure: (reason: string) => void;
}

interface Outcome<T> {
  readonly at: number;
  readonly value: Promise<T>;
}

/** The accounts of a directory, read at most twice a minute. */
export interface Snapshot<T> {
  /** Returns the snapshot; throws within 10 s. */
  readonly read: () => Promise<T>;
  /**
   * Returns a snapshot whose read began at this call, or at an earlier call that stopped waiting. A read that takes longer than a call waits is returned by the
   * next call after the read's end. Throws within 10 s.
   */
  readonly renew: () => Promise<T>;
  /** Drops the snapshot; called after a change. */
  readonly forget: () => void;
}

/** Creates a snapshot: all callers share one read at a time. */
export function createSnapshot<T>({ read, elapsed, after, onFailure }: SnapshotParts<T>): Snapshot<T> {
  let done: (Outcome<T> & { readonly keptMs: number }) | null = null;
  let running: Promise<T> | null = null;
  /** The read that `renew` started and has not returned yet. */
  let renewal: Promise<T> | null = null;
  const start = () => {
    const own: Promise<T> = read(AbortSignal.timeout(READ_LIMIT_MS));
    running = own;
    const settle = (keptMs: number) => {
      // A read that began before a change is not kept.
      if (running !== own) return;
      running = null;
      done = { at: elapsed(), value: own, keptMs };
    };
    own.then(
      () => settle(COUNTS_MS),
      (error: unknown) => {
        settle(PAUSE_MS);
        onFailure(error instanceof Error ? error.message : 'unknown');
      },
    );
    return own;
  };
  const known = () => (done !== null && elapsed() - done.at < done.keptMs ? done.value : null);
  const inTime = async (own: Promise<T>): Promise<T> => {
    const answered = await withTimeout(
      own.then((value) => ({ value })),
      PATIENCE_MS,
      after,
    );
    if (answered === null) throw directoryFailure.slow();
    return answered.value;
  };
  return {
    read: () => known() ?? inTime(running ?? start()),
    renew: async () => {
      const isKnown = renewal !== null && renewal === known();
      const own: Promise<T> = renewal !== null && (isKnown || renewal === running) ? renewal : start();
      renewal = own;
      const value = await (isKnown ? own : inTime(own));
      if (renewal === own) renewal = null;
      return value;
    },
    forget: () => {
      done = null;
      running = null;
      renewal = null;
    },
  };
}
