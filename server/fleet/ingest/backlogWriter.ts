import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { isDatabaseAway } from '../../platform/database/unavailable.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { emptyBacklog, halvesOf, isEmpty, putBack, type Backlog } from './backlog.ts';
import { type Fence, LeaseLost } from '../../platform/instances/leases.ts';
import { compactHistory } from '../history/compact.ts';
import { writeBacklog, writeLastSeen, type BacklogWriters } from './writeBacklog.ts';

/** Flush interval in ms, also of what nobody waits for. */
const FLUSH_MS = 1_000;
/** Time from the first message that waits for its acknowledgement to its flush, in ms: those that arrive meanwhile share the commit. */
const SHARE_MS = 100;
/** This many state reports trigger a flush before the next interval. */
const FLUSH_REPORTS = 500;
const LAST_SEEN_BEATS = 10;
const COMPACT_BEATS = 300;

/** Writes reports to the database in batches and keeps them while it is unavailable. */
export interface Writer {
  /** Adds data by mutating the backlog. `done` is called when it is committed, or given up because it cannot be stored. */
  readonly add: (change: (backlog: Backlog) => void, done: () => void) => void;
  /** Flushes once more and stops. */
  readonly close: () => Promise<void>;
}

interface WriterParts {
  readonly database: Kysely<Database>;
  readonly gauges: Gauges;
  readonly log: Logger;
  readonly writers: BacklogWriters;
  readonly fence: Fence;
}

/** Starts the flush timer. */
export function startWriter({ database, gauges, log, writers, fence }: WriterParts): Writer {
  let waiting = emptyBacklog();
  let acknowledgements: Array<() => void> = [];
  let soon: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let beats = 0;

  /** Returns whether everything is settled; what is not was put back. */
  const writeAll = async (taken: Backlog): Promise<boolean> => {
    try {
      if (isEmpty(taken)) return true;
      const foreign = await writeBacklog(database, taken, { writers, fence });
      if (foreign > 0) gauges.refused.inc({ reason: 'foreign' }, foreign);
      return true;
    } catch (error) {
      // The broker sends what is not acknowledged to the instance that ingests now.
      if (error instanceof LeaseLost) throw error;
      gauges.writeFailures.inc();
      if (!isDatabaseAway(error)) {
        // A bad report of one device must not lose those of the others, so the backlog is bisected by device. The rest of one device is dropped: a
        // retry would fail again and block later writes.
        const halves = halvesOf(taken);
        if (halves !== null) {
          const settled = [await writeAll(halves[0]), await writeAll(halves[1])];
          return settled.every(Boolean);
        }
        gauges.lost.inc(taken.history.length + taken.logs.length);
        log.error({ err: error }, 'reports that cannot be stored are given up');
        return true;
      }
      const { backlog, lost } = putBack(taken, waiting);
      waiting = backlog;
      gauges.lost.inc(lost);
      return false;
    }
  };
  const write = async () => {
    const [taken, settled] = [waiting, acknowledgements];
    waiting = emptyBacklog();
    acknowledgements = [];
    try {
      if (await writeAll(taken)) for (const done of settled) done();
      else acknowledgements = [...settled, ...acknowledgements];
    } catch (error) {
      log.warn({ err: error }, 'reports are left to another instance');
    }
  };
  // Separate from the write: a failure here must not put written data back into the backlog.
  const tidy = async () => {
    try {
      if (beats % LAST_SEEN_BEATS === 0) await writeLastSeen(database);
      if (beats % COMPACT_BEATS === COMPACT_BEATS - 1) await compactHistory(database);
    } catch (error) {
      log.warn({ err: error }, 'tidying up waits for the next time');
    }
  };
  const flush = () => {
    clearTimeout(soon);
    soon = undefined;
    writing ??= write()
      .then(tidy)
      .finally(() => {
        writing = null;
        gauges.waiting.set(waiting.history.length);
      });
    return writing;
  };
  const timer = setInterval(() => {
    beats += 1;
    void flush();
  }, FLUSH_MS);
  return {
    add: (change, done) => {
      change(waiting);
      acknowledgements.push(done);
      // While a write is under way, or the database does not answer, the timer is next.
      if (acknowledgements.length === 1) soon = setTimeout(() => void flush(), SHARE_MS);
      // Above this number, i.e. while the database is unavailable, only the timer retries.
      if (waiting.history.length === FLUSH_REPORTS) void flush();
    },
    close: async () => {
      clearInterval(timer);
      clearTimeout(soon);
      await writing;
      beats = 0;
      await flush();
    },
  };
}
