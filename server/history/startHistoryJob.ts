import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { DAY_MS } from '#domain/text/timeUnits';
import { logOnce } from '../platform/failure/logOnce.ts';
import type { FileStorage } from '../platform/storage/fileStorage.ts';
import { discardUnfinished } from './parquet/catalogue.ts';
import { storedParquets } from './parquet/storedParquet.ts';
import type { RetentionDays } from './retention/removals.ts';
import { type RemovedCount, removeOld } from './retention/removeOld.ts';
import { fileMonths } from './rollups/fileMonths.ts';
import { rollUpHours } from './sealed/rollUpHours.ts';
import { sealDays, type SealingParts, spoolFolder } from './sealed/sealDays.ts';

const EVERY_MS = 3_600_000;

/** The dependencies of the job. */
export interface HistoryJobParts extends Omit<SealingParts, 'signal' | 'onDamaged'> {
  readonly storage: Pick<FileStorage, 'save' | 'remove' | 'find'>;
  /** Days after its end after which a day (UTC) is sealed. */
  readonly sealDays: number;
  readonly retention: RetentionDays;
  /** Called when something was removed by its age. */
  readonly onRemoved: (removed: RemovedCount) => Promise<void>;
  readonly log: Pick<Logger, 'warn'>;
  /** Calls a function periodically; returns the stop function. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** Returns the end of the last day that is sealed: no day that ended less than `days` ago. */
export const sealedBefore = (now: number, days: number): number => Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;

const texts = {
  lost: 'a day of the history cannot be sealed: it stays in the database',
  back: 'days of the history are sealed again',
};

/** Seals finished days, counts finished hours and removes what is too old, at the start and hourly; what fails is tried again with the next hour. Returns the stop function. */
export function startHistoryJob({ sealDays: days, retention, onRemoved, log, every, ...parts }: HistoryJobParts): () => Promise<void> {
  const outcome = logOnce(log, texts);
  const parquets = storedParquets(parts.storage);
  const stopping = new AbortController();
  let damagedBlocks = 0;
  const work = async () => {
    await rm(spoolFolder(parts.dataDir), { recursive: true, force: true });
    let damaged = 0;
    const onDamaged = (blocks: number) => {
      damaged += blocks;
    };
    const run: SealingParts = { ...parts, signal: stopping.signal, onDamaged };
    await discardUnfinished(run);
    const before = sealedBefore(parts.now(), days);
    await sealDays(run, before);
    await rollUpHours(run, before);
    await fileMonths(run, before);
    const removed = await removeOld({ ...run, parquets }, retention);
    if (removed.files + removed.rows > 0) await onRemoved(removed);
    if (damaged > damagedBlocks) log.warn({ blocks: damaged }, 'blocks of the history are damaged: they stay in the database');
    damagedBlocks = damaged;
  };
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= work()
      .then(outcome.worked, (error: unknown) => {
        if (!stopping.signal.aborted) outcome.failed(error);
      })
      .finally(() => {
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
