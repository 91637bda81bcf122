import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { forEachTried } from '../../platform/failure/forEachTried.ts';
import { compactHistory } from '../history/compact.ts';
import { writeLastSeen } from './writeBacklog.ts';

const BEAT_MS = 10_000;
const COMPACT_BEATS = 30;

interface TidyingParts {
  readonly database: Kysely<Database>;
  /** Returns the instant, in ms since epoch, before which days are sealed: their blocks are not merged. */
  readonly hotFrom: () => number;
  readonly log: Logger;
}

/**
 * Starts the periodic job of the ingest: it updates `device.last_seen` every 10 s, and merges small blocks of the history every 5 min. Returns the stop
 * function, which runs the job a last time.
 */
export function startTidying({ database, hotFrom, log }: TidyingParts): () => Promise<void> {
  let beats = 0;
  const stopping = new AbortController();
  const damaged = new Set<number>();
  let tidying: Promise<void> | null = null;
  const tidy = async () => {
    try {
      const compact = () => compactHistory(database, { from: hotFrom(), damaged, signal: stopping.signal });
      await forEachTried([() => writeLastSeen(database), ...(beats % COMPACT_BEATS === 0 ? [compact] : [])], (run) => run());
    } catch (error) {
      log.warn({ err: error }, 'tidying up waits for the next time');
    }
  };
  const timer = setInterval(() => {
    beats += 1;
    tidying ??= tidy().finally(() => {
      tidying = null;
    });
  }, BEAT_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await tidying;
    beats = 1;
    await tidy();
  };
}
