import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { isDatabaseAway } from '../../platform/failure/unavailable.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { LeaseLost } from '../../platform/instances/leases.ts';
import { emptyBacklog, halvesOf, isEmpty, mergeFailedWrite, type Backlog } from './backlog.ts';
import { type BacklogWriters, type RefusedReport, writeBacklogRows } from './writeBacklog.ts';

/** Flush interval in ms, even for data that nobody waits for. */
const FLUSH_MS = 1_000;
/** Number of state reports that trigger a flush before the next interval. */
const FLUSH_REPORTS = 500;

type Done = () => void;

/** Writes the backlog to the database in batches and keeps it while the database is unavailable; finds a report that cannot be stored by bisection. */
export interface Writer {
  /** Adds data by mutating the backlog. `done` is called when the data is committed, or given up because it cannot be stored. */
  readonly add: (change: (backlog: Backlog) => void, done: Done) => void;
  /** Flushes once more and stops. */
  readonly close: () => Promise<void>;
}

/** The dependencies of the writer. */
export interface WriterParts {
  readonly database: Kysely<Database>;
  readonly gauges: Gauges;
  readonly log: Logger;
  readonly writers: BacklogWriters;
  /** Called after a commit for reports that were not accepted or cannot be stored. */
  readonly onRefused: (report: RefusedReport) => void;
  /** Called first in each transaction, with the messages that the commit settles. Throws `LeaseLost` if another instance has taken over writing. */
  readonly fence: (tx: Transaction<Database>, settled: readonly Done[]) => Promise<void>;
  /** Called after the commit, before the messages that it covers are settled. */
  readonly onWritten?: () => void;
  /** Whether the fence has something to write even if the backlog is empty. Default: never. */
  readonly isFenceDue?: () => boolean;
  /** Time between the first message that waits for a commit and the flush, in ms: messages that arrive meanwhile share that flush. */
  readonly shareMs: number;
}

/** Returns a refusal for the device whose reports are dropped. */
function givenUp(backlog: Backlog): readonly RefusedReport[] {
  const reports = [...backlog.newest.values()].map(({ report }) => ({ serial: report.push.serial, receivedAt: report.receivedAt }));
  const [first] = [...reports, ...backlog.metrics.values(), ...backlog.treatments.values(), ...backlog.logs];
  if (first === undefined) return [];
  const { serial, receivedAt } = first;
  return [{ serial, receivedAt, code: 'not_stored', kind: '', name: {}, field: 'the message', why: 'the database cannot hold it' }];
}

/**
 * Writes a backlog, or the part of it that can be stored: a bad report of one device must not lose those of the others, so the backlog is bisected by
 * device. Data of a single device that cannot be stored is given up: a retry would fail again and block later writes.
 */
async function writeWhatFits(tx: Transaction<Database>, backlog: Backlog, parts: WriterParts): Promise<readonly RefusedReport[]> {
  const { gauges, writers, log } = parts;
  if (isEmpty(backlog)) return [];
  await sql`savepoint backlog`.execute(tx);
  try {
    const refused = await writeBacklogRows(tx, backlog, writers);
    const foreign = refused.filter(({ code }) => code === 'id_taken').length;
    if (foreign > 0) gauges.refused.inc({ reason: 'foreign' }, foreign);
    await sql`release savepoint backlog`.execute(tx);
    return refused;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    gauges.writeFailures.inc();
    await sql`rollback to savepoint backlog`.execute(tx);
    const halves = halvesOf(backlog);
    if (halves === null) {
      gauges.lost.inc(backlog.history.length + backlog.logs.length);
      log.error({ err: error }, 'reports that cannot be stored are given up');
      return givenUp(backlog);
    }
    return [...(await writeWhatFits(tx, halves[0], parts)), ...(await writeWhatFits(tx, halves[1], parts))];
  }
}

/** Creates the waiting backlog, with the functions to call once it is written; `write` writes the backlog, or puts it back on failure. */
function createWaiting(parts: WriterParts) {
  const { database, gauges, log, fence, isFenceDue = () => false } = parts;
  let waiting = emptyBacklog();
  let acknowledgements: Done[] = [];
  const failed = (error: unknown, taken: Backlog, settled: readonly Done[]) => {
    // Unsettled messages are sent again, to the instance that writes now.
    if (error instanceof LeaseLost) return log.warn({ err: error }, 'reports are left to another instance');
    if (!isDatabaseAway(error)) log.error({ err: error }, 'reports cannot be written');
    gauges.writeFailures.inc();
    const { backlog, lost } = mergeFailedWrite(taken, waiting);
    waiting = backlog;
    gauges.lost.inc(lost);
    acknowledgements = [...settled, ...acknowledgements];
  };
  return {
    reports: () => waiting.history.length,
    acknowledgements: () => acknowledgements.length,
    add: (change: (backlog: Backlog) => void, done: Done) => {
      change(waiting);
      acknowledgements.push(done);
    },
    write: async () => {
      if (isEmpty(waiting) && acknowledgements.length === 0 && !isFenceDue()) return;
      const [taken, settled] = [waiting, acknowledgements];
      waiting = emptyBacklog();
      acknowledgements = [];
      try {
        const refused = await database.transaction().execute(async (tx) => {
          await fence(tx, settled);
          return writeWhatFits(tx, taken, parts);
        });
        parts.onWritten?.();
        for (const done of settled) done();
        for (const report of refused) parts.onRefused(report);
      } catch (error) {
        failed(error, taken, settled);
      }
    },
  };
}

/** Starts the flush timer. */
export function startWriter(parts: WriterParts): Writer {
  const { gauges, shareMs } = parts;
  const waiting = createWaiting(parts);
  let soon: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let counted = 0;
  const flush = () => {
    clearTimeout(soon);
    soon = undefined;
    writing ??= waiting.write().finally(() => {
      writing = null;
      // Several writers of one instance share the gauge.
      gauges.waiting.inc(waiting.reports() - counted);
      counted = waiting.reports();
    });
    return writing;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  return {
    add: (change, done) => {
      waiting.add(change, done);
      // While a write is in progress or the database does not respond, the timer triggers the next write.
      if (waiting.acknowledgements() === 1) soon = setTimeout(() => void flush(), shareMs);
      // Above this number, i.e. while the database is unavailable, only the timer retries.
      if (waiting.reports() === FLUSH_REPORTS) void flush();
    },
    close: async () => {
      clearInterval(timer);
      clearTimeout(soon);
      await writing;
      await flush();
    },
  };
}
