/** The background job of incidents: records uploads, and runs the due post-processing steps in two groups. */

import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { PostProcessingStep } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import { logOnce } from '../platform/failure/logOnce.ts';
import { isDatabaseAway } from '../platform/failure/unavailable.ts';
import { isStorageAway } from '../platform/storage/fileStorage.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import { deleteOtherRuns } from './logStore.ts';
import { beginStep, endStep, failLostSteps, releaseStep, touchStep, type StartedStep } from './processingSteps.ts';
import { runStep, type StepOutcome, type StepParts } from './runStep.ts';
import { noteUploads, settleUploads } from './uploads.ts';

/** Groups of steps; the steps of a group run one after another, so reading a long recording does not delay a video. */
const LANES: readonly (readonly PostProcessingStep[])[] = [['data_parsing', 'log_parsing'], ['mosaic_rendering']];
/** Interval at which a running step reports that it runs, in ms. */
const ALIVE_MS = 10_000;

interface ProcessorParts {
  readonly database: Kysely<Database>;
  readonly store: IncidentFileStore;
  readonly findFfmpeg: StepParts['findFfmpeg'];
  /** Interval of checks for uploads and steps, in ms. */
  readonly beatMs: number;
  readonly now: () => number;
  readonly log: Logger;
}

/** The background job that processes the data of incidents. */
export interface Processor {
  /** Interrupts the running steps, which start again later, and stops the job. */
  readonly close: () => Promise<void>;
}

const broken: StepOutcome = { result: { success: false, message: 'The data cannot be read', retry_possible: true } };

/** Returns the function that runs a started step; a step that `signal` interrupts is released, and starts again later. */
function stepRunner({ database, store, findFfmpeg, now, log }: ProcessorParts, signal: AbortSignal) {
  const work = async ({ row, step }: StartedStep): Promise<StepOutcome> => {
    try {
      return await runStep(step, row, { database, store, signal, findFfmpeg });
    } catch (error) {
      // Without the database the result cannot be written either, so the step is marked as interrupted later.
      if (signal.aborted || isDatabaseAway(error)) throw error;
      log.warn({ err: error, incident: row.incident_id, step }, 'an incident cannot be processed');
      return broken;
    }
  };
  const process = async (begun: StartedStep) => {
    const alive = setInterval(() => void touchStep(database, begun, now()).catch(() => undefined), ALIVE_MS);
    try {
      const { result, findings } = await work(begun);
      await endStep(database, begun, result, findings);
    } catch (error) {
      if (!signal.aborted) throw error;
      await releaseStep(database, begun, now()).catch(() => undefined);
    } finally {
      clearInterval(alive);
    }
    if (begun.step === 'log_parsing') await deleteOtherRuns(database, begun.row.incident_id);
  };
  return process;
}

/** Returns a function that runs a job unless it is already running. It logs only when the job begins to fail and when it works again. */
function repeatable(log: Logger, run: () => Promise<void>) {
  const outcome = logOnce(log, { lost: 'incidents cannot be processed', back: 'incidents are processed again' });
  let running: Promise<void> | null = null;
  const begin = () => {
    running ??= run()
      .then(outcome.worked, outcome.failed)
      .finally(() => {
        running = null;
      });
  };
  return { begin, ended: () => running ?? Promise.resolve() };
}

/** Starts the job: at each interval it records uploads and begins the due steps. */
export function startProcessor(parts: ProcessorParts): Processor {
  const { database, store, beatMs, now, log } = parts;
  const closing = new AbortController();
  const { signal } = closing;

  const process = stepRunner(parts, signal);
  // Steps of a group run one after another, so a failure leaves only one step without a result. No step is started after closing.
  const runLane = async (steps: readonly PostProcessingStep[]) => {
    for (;;) {
      const begun = signal.aborted ? null : await beginStep(database, now(), steps);
      if (begun === null) return;
      await process(begun);
    }
  };
  const updateQueue = async () => {
    await noteUploads(database, now());
    await failLostSteps(database, now());
    await settleUploads(database, store, now()).catch((error: unknown) => {
      // The upload is checked again at the next interval.
      if (!isStorageAway(error)) throw error;
    });
  };
  const all = [updateQueue, ...LANES.map((steps) => () => runLane(steps))].map((run) => repeatable(log, run));
  const timer = setInterval(() => {
    for (const { begin } of all) begin();
  }, beatMs);
  return {
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await Promise.all(all.map(({ ended }) => ended()));
    },
  };
}
