import type { After } from '../../platform/timers.ts';
import { within } from '../../platform/timers.ts';
import { directoryFailure } from './directoryFailure.ts';

/** What was read counts this long, in ms: whoever is added at the provider is listed within a minute. */
const COUNTS_MS = 30_000;
/** After a failure the directory is left alone this long, in ms: screens that ask meanwhile get the same failure at once. */
const PAUSE_MS = 5_000;
/** How long a screen waits, in ms; the reading goes on, so that the next one finds it done. */
const PATIENCE_MS = 10_000;
const READ_LIMIT_MS = 120_000;

interface SnapshotParts<T> {
  readonly read: (signal: AbortSignal) => Promise<T>;
  readonly elapsed: () => number;
  readonly after: After;
  /** Called with the reason of each failed reading. */
  readonly onFailure: (reason: string) => void;
}

interface Outcome<T> {
  readonly at: number;
  readonly value: Promise<T>;
}

/** The accounts of a directory, read at most twice a minute. */
export interface Snapshot<T> {
  /** Returns what was read; throws within 10 s. */
  readonly ask: () => Promise<T>;
  /** Forgets what was read, after a change. */
  readonly forget: () => void;
}

/** Creates a snapshot: one reading at a time serves everybody who asks. */
export function createSnapshot<T>({ read, elapsed, after, onFailure }: SnapshotParts<T>): Snapshot<T> {
  let done: (Outcome<T> & { readonly keptMs: number }) | null = null;
  let running: Promise<T> | null = null;
  const start = () => {
    const own: Promise<T> = read(AbortSignal.timeout(READ_LIMIT_MS));
    running = own;
    const settle = (keptMs: number) => {
      // One that began before a change is not kept.
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
  return {
    ask: async () => {
      if (done !== null && elapsed() - done.at < done.keptMs) return done.value;
      const answered = await within(
        (running ?? start()).then((value) => ({ value })),
        PATIENCE_MS,
        after,
      );
      if (answered === null) throw directoryFailure.slow();
      return answered.value;
    },
    forget: () => {
      done = null;
      running = null;
    },
  };
}
