import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { PostProcessingResult } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import { logOnce } from '../platform/logOnce.ts';
import { isDatabaseAway } from '../platform/database/unavailable.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import { beginStep, endStep, giveUpSteps, noteUploads, type Begun } from './processingSteps.ts';
import { runStep } from './runStep.ts';

/** Maximum steps processed between two checks for uploads; the others wait for the next interval. */
const STEPS_PER_BEAT = 20;

interface ProcessorParts {
  readonly database: Kysely<Database>;
  readonly store: IncidentFileStore;
  /** Interval of checks for uploads and steps, in ms. */
  readonly beatMs: number;
  readonly now: () => number;
  readonly log: Logger;
}

/** The background job that processes the data of incidents. */
export interface Processor {
  /** Finishes the running step, then stops. */
  readonly close: () => Promise<void>;
}

const broken: PostProcessingResult = { success: false, message: 'The data cannot be read', retry_possible: true };

/** Starts the job: at each interval it records uploads and processes the due steps. */
export function startProcessor({ database, store, beatMs, now, log }: ProcessorParts): Processor {
  const closing = new AbortController();
  const outcome = logOnce(log, { lost: 'incidents cannot be processed', back: 'incidents are processed again' });

  const work = async (begun: Begun): Promise<PostProcessingResult> => {
    try {
      return await runStep(begun.step, begun.row, store);
    } catch (error) {
      // Without the database the result cannot be written either: the step is marked as interrupted later.
      if (isDatabaseAway(error)) throw error;
      log.warn({ err: error, incident: begun.row.incident_id, step: begun.step }, 'an incident cannot be processed');
      return broken;
    }
  };
  // Sequential, so that a failure leaves only one step without a result. After closing no step is started.
  const begin = async () => (closing.signal.aborted ? null : beginStep(database, now()));
  const beat = async () => {
    try {
      await noteUploads(database, now());
      await giveUpSteps(database, now());
      for (let count = 0; count < STEPS_PER_BEAT; count += 1) {
        const begun = await begin();
        if (begun === null) break;
        await endStep(database, begun, await work(begun));
      }
      outcome.worked();
    } catch (error) {
      outcome.failed(error);
    }
  };
  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    beating ??= beat().finally(() => {
      beating = null;
    });
  }, beatMs);
  return {
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await beating;
    },
  };
}
