import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { compactHistory } from '../history/compact.ts';
import { writeLastSeen } from './writeBacklog.ts';

const BEAT_MS = 10_000;
const COMPACT_BEATS = 30;

interface TidyingParts {
  readonly database: Kysely<Database>;
  readonly log: Logger;
}

/**
 * The periodic job of the ingest: updates `device.last_seen` every 10 s, and merges small blocks of the history every 5 min. Returns the stop function, which
 * runs the job a last time.
 */
export function startTidying({ database, log }: TidyingParts): () => Promise<void> {
  let beats = 0;
  let tidying: Promise<void> | null = null;
  const tidy = async () => {
    try {
      await writeLastSeen(database);
      if (beats % COMPACT_BEATS === 0) await compactHistory(database);
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
    await tidying;
    beats = 1;
    await tidy();
  };
}
