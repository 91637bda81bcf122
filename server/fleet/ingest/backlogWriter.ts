import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { isDatabaseAway } from '../../platform/failure/unavailable.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { LeaseLost } from '../../platform/instances/leases.ts';
import { emptyBacklog, halvesByDevice, halvesByMessage, isEmpty, mergeFailedWrite, type Backlog } from './backlog.ts';
import { type BacklogWriters, type RefusedReport, writeBacklogRows } from './writeBacklog.ts';

/** Flush interval in ms, even for data that nobody waits for. */
const FLUSH_MS = 1_000;
/** Number of state reports that trigger a flush before the next interval. */
const FLUSH_REPORTS = 500;

type Done = () => void;

/**
 * Writer of the backlog: it writes to the database in batches, keeps the backlog while the database is unavailable, and finds a report that cannot be stored by
 * bisection.
 */
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
  /** Returns whether the fence has something to write even if the backlog is empty; false if absent. */
  readonly isFenceDue?: () => boolean;
  /** Time between the first message that waits for a commit and the flush, in ms: messages that arrive meanwhile share that flush. */
  readonly shareMs: number;
}

/**
 * Maximum number of failed attempts to find the messages of one device that cannot be stored: enough for ten among a thousand. Parts that still fail are given
 * up together, so the other devices do not wait for long.
 */
const MAX_ATTEMPTS = 100;
/**
 * Maximum number of failed attempts in one transaction to find the messages of all devices that cannot be stored, at some milliseconds each. Beyond it each device is
 * written together or given up together, because nothing is acknowledged before the commit.
 */
const MAX_ALL_ATTEMPTS = 1_000;

/** Failed attempts to find messages that cannot be stored: those of one device, and those of the whole backlog. */
interface Attempts {
  ofDevice: number;
  readonly all: { count: number };
}

/** Returns a refusal for the device whose reports are dropped. */
function givenUp({ newest, metrics, treatments, history, logs }: Backlog): readonly RefusedReport[] {
  const reports = [...newest.values()].map(({ report: { push }, receivedAt }) => ({ serial: push.serial, receivedAt }));
  const past = history.flatMap(({ push }) =>
    push.type === 'state' ? [{ serial: push.serial, receivedAt: Date.parse(push.timestamp) }] : [],
  );
  const [first] = [...reports, ...metrics.values(), ...treatments.values(), ...past, ...logs];
  if (first === undefined) return [];
  const { serial, receivedAt } = first;
  return [{ serial, receivedAt, code: 'not_stored', kind: '', name: {}, field: 'the message', why: 'the database cannot hold it' }];
}

/**
 * Writes a backlog, or the part of it that can be stored: a bad report of one device must not lose the reports of others, so the backlog is bisected by device,
 * and each device's part by message. Messages that cannot be stored are given up: a retry would fail again and block later writes. Source: INGEST14, INGEST22,
 * INGEST23.
 */
async function writeWhatFits(
  tx: Transaction<Database>,
  backlog: Backlog,
  parts: WriterParts,
  attempts: Attempts = { ofDevice: 0, all: { count: 0 } },
): Promise<readonly RefusedReport[]> {
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
    // A rollback keeps the savepoint, and the halves would nest theirs in it.
    await sql`release savepoint backlog`.execute(tx);
    const devices = halvesByDevice(backlog);
    const half = (of: Backlog) => writeWhatFits(tx, of, parts, devices === null ? attempts : { ofDevice: 0, all: attempts.all });
    if (devices !== null) return [...(await half(devices[0])), ...(await half(devices[1]))];
    attempts.ofDevice += 1;
    attempts.all.count += 1;
    const messages = attempts.ofDevice < MAX_ATTEMPTS && attempts.all.count < MAX_ALL_ATTEMPTS ? halvesByMessage(backlog) : null;
    if (messages === null) {
      gauges.lost.inc(backlog.history.length + backlog.treatments.size + backlog.logs.length);
      log.error({ err: error }, 'reports that cannot be stored are given up');
      return givenUp(backlog);
    }
    return [...(await half(messages[0])), ...(await half(messages[1]))];
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
