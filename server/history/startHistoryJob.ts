import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { DAY_MS } from '#domain/text/timeUnits';
import { logOnce } from '../platform/failure/logOnce.ts';
import type { FileStorage } from '../platform/storage/fileStorage.ts';
import { discardUnfinished } from './parquet/catalogue.ts';
import { storedParquets } from './parquet/storedParquet.ts';
import { removedBefore, type RetentionDays } from './retention/removals.ts';
import { type RemovedCount, removeOld } from './retention/removeOld.ts';
import { fileMonths } from './rollups/fileMonths.ts';
import { unsealedCount } from './sealed/recountDays.ts';
import { rollUpHours } from './sealed/rollUpHours.ts';
import { sealDays, type SealingParts, spoolFolder } from './sealed/sealDays.ts';

const EVERY_MS = 3_600_000;

/** Dependencies of the history's job. */
export interface HistoryJobParts extends Omit<SealingParts, 'signal' | 'onDamaged'> {
  readonly storage: Pick<FileStorage, 'save' | 'remove' | 'find'>;
  /** Number of days between the end of a day (UTC) and its sealing or, if days stay in the database, its recount. */
  readonly sealDays: number;
  /** Whether days and months become files; true if absent. */
  readonly isSealing?: boolean;
  readonly retention: RetentionDays;
  /** Called when something was removed by age. */
  readonly onRemoved: (removed: RemovedCount) => Promise<void>;
  readonly log: Pick<Logger, 'warn'>;
  /** Calls a function periodically; returns the stop function. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** Returns the end of the last day to seal, which is at least `days` days ago. */
export const sealedBefore = (now: number, days: number): number => Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;

/** Returns the instants, in ms since epoch, before which reports and hours are removed by their age. */
const keptFrom = ({ reports, rollups }: RetentionDays, now: number) => ({
  reportsFrom: removedBefore(reports, now)?.getTime() ?? 0,
  hoursFrom: removedBefore(rollups, now)?.getTime() ?? 0,
});

/** The steps of the job, with the texts that are logged at their first failure and when they work again. */
const steps = {
  unfinished: {
    lost: 'files of the history that are no longer in use cannot be removed: they are tried again',
    back: 'files of the history that are no longer in use are removed again',
  },
  sealing: { lost: 'a day of the history cannot be sealed: it stays in the database', back: 'days of the history are sealed again' },
  rollups: { lost: 'the hours of the history cannot be counted: they are tried again', back: 'the hours of the history are counted again' },
  months: {
    lost: 'a month of counted hours cannot be stored as a file: it stays in the database',
    back: 'months of counted hours are stored again',
  },
  retention: { lost: 'old history cannot be removed: it is tried again', back: 'old history is removed again' },
};

/** Returns a function that runs a step, logs its failure, and returns whether it succeeded: a failed step does not prevent the others. */
function stepRunner(log: Pick<Logger, 'warn'>, signal: AbortSignal) {
  const outcomes = new Map(Object.entries(steps).map(([name, texts]) => [name, logOnce(log, texts)]));
  return async (name: keyof typeof steps, run: () => Promise<void>): Promise<boolean> => {
    if (signal.aborted) return false;
    try {
      await run();
      outcomes.get(name)?.worked();
      return true;
    } catch (error) {
      if (!signal.aborted) outcomes.get(name)?.failed(error);
      return false;
    }
  };
}

/**
 * Seals finished days unless they stay in the database, counts finished hours and removes old data, at the start and hourly. A failed step is tried again an
 * hour later, and does not prevent the other steps. Returns the stop function. Source: RETAIN13, SEALED13.
 */
export function startHistoryJob({
  sealDays: days,
  isSealing = true,
  retention,
  onRemoved,
  log,
  every,
  ...parts
}: HistoryJobParts): () => Promise<void> {
  const countUnsealed = unsealedCount();
  const parquets = storedParquets(parts.storage);
  const stopping = new AbortController();
  const step = stepRunner(log, stopping.signal);
  let damagedBlocks = 0;
  const work = async () => {
    let damaged = 0;
    const onDamaged = (blocks: number) => {
      damaged += blocks;
    };
    const run: SealingParts = { ...parts, signal: stopping.signal, onDamaged };
    const before = sealedBefore(parts.now(), days);
    await step('unfinished', async () => {
      await rm(spoolFolder(parts.dataDir), { recursive: true, force: true });
      await discardUnfinished(run, stopping.signal);
    });
    const isSealed = isSealing && (await step('sealing', () => sealDays(run, before)));
    const isCounted = await step('rollups', () =>
      isSealing ? rollUpHours(run, before) : countUnsealed(run, { before, ...keptFrom(retention, parts.now()) }),
    );
    // Months become files only after sealing: the hours of an unsealed day are counted again when it is sealed, so hours in a file would be counted twice.
    if (isSealed) await step('months', () => fileMonths(run, before));
    // Reports of finished hours that are not counted yet stay, because the hours could not be counted later.
    const removed = isSealing || isCounted ? retention : { ...retention, unsealed: 0 };
    await step('retention', async () => void (await removeOld({ ...run, parquets, onRemoved }, removed)));
    if (damaged > damagedBlocks) log.warn({ blocks: damaged }, 'blocks of the history are damaged: they stay in the database');
    damagedBlocks = damaged;
  };
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= work().finally(() => {
      running = null;
    });
  };
  run();
  const stop = every(EVERY_MS, run);
  return async () => {
    stop();
    stopping.abort();
    await running;
  };
}
