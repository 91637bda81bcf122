/** Waits for commands to be done, for all callers together, with one poll of the database. */

import type { Kysely } from 'kysely';
import type { CommandKind } from '#contract/command';
import { oneAtATime } from '../platform/oneAtATime.ts';
import type { Database } from '../platform/database/tables.ts';
import { findDone } from './commandStore.ts';
import type { CommandChanges } from './watchCommands.ts';

/** Poll interval in ms, for changes whose message did not arrive. */
const CHECK_MS = 500;

/** A command that a call waits for: of this kind, given at or after `since` (ms since epoch). */
export interface AwaitedCommand {
  readonly serial: string;
  readonly command: CommandKind;
  readonly since: number;
}

/** The waits of all callers for commands: the database is queried once for any number of waits. */
export interface DoneWatch {
  /** Resolves true when such a command is done; false after `withinMs`. */
  readonly wait: (awaited: AwaitedCommand, withinMs: number) => Promise<boolean>;
}

/** Creates the watch. Its timers run only while somebody waits. */
export function createDoneWatch(database: Kysely<Database>, changes: CommandChanges): DoneWatch {
  const waiting = new Map<
    object,
    { readonly awaited: AwaitedCommand; readonly end: (isDone: boolean) => void; readonly fail: (error: unknown) => void }
  >();
  let stop: (() => void) | null = null;
  const check = oneAtATime(async () => {
    const waits = [...waiting.values()];
    if (waits.length === 0) return;
    try {
      const done = await findDone(
        database,
        waits.map(({ awaited }) => awaited),
      );
      for (const [index, { end }] of waits.entries()) if (done.has(index)) end(true);
    } catch (error) {
      for (const { fail } of waits) fail(error);
    }
  });
  const begin = () => {
    const timer = setInterval(() => void check(), CHECK_MS);
    const unlisten = changes.listen(() => void check());
    return () => {
      clearInterval(timer);
      unlisten();
    };
  };
  return {
    wait: (awaited, withinMs) =>
      new Promise<boolean>((resolve, reject) => {
        const key = {};
        const leave = () => {
          clearTimeout(late);
          waiting.delete(key);
          if (waiting.size > 0) return;
          stop?.();
          stop = null;
        };
        const end = (isDone: boolean) => {
          leave();
          resolve(isDone);
        };
        const late = setTimeout(() => end(false), withinMs);
        const fail = (error: unknown) => {
          leave();
          reject(error instanceof Error ? error : new Error('the commands cannot be read'));
        };
        waiting.set(key, { awaited, end, fail });
        stop ??= begin();
        void check();
      }),
  };
}
