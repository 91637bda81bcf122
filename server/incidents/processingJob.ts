import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { PostProcessingResult } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import { logOnce } from '../platform/logOnce.ts';
import { isDatabaseAway } from '../platform/database/unavailable.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import { beginStep, endStep, giveUpSteps, noteUploads, type Begun } from './processingSteps.ts';
import { runStep } from './runStep.ts';

/** So many steps are worked on between two looks at uploads; further ones wait for the next beat. */
const STEPS_PER_BEAT = 20;

interface ProcessorParts {
  readonly database: Kysely<Database>;
  readonly store: IncidentFileStore;
  /** How often uploads and steps are checked, in ms. */
  readonly beatMs: number;
  readonly now: () => number;
  readonly log: Logger;
}

/** Processes the data of incidents. */
export interface Processor {
  /** Ends the step that runs, and stops. */
  readonly close: () => Promise<void>;
}

const broken: PostProcessingResult = { success: false, message: 'The data cannot be read', retry_possible: true };

/** Starts the beat: notes uploads, and works on the steps that are due. */
export function startProcessor({ database, store, beatMs, now, log }: ProcessorParts): Processor {
  const closing = new AbortController();
  const outcome = logOnce(log, { lost: 'incidents cannot be processed', back: 'incidents are processed again' });

  const work = async (begun: Begun): Promise<PostProcessingResult> => {
    try {
      return await runStep(begun.step, begun.row, store, begun.tries);
    } catch (error) {
      // Without the database no end can be written either: the step counts as cut off later.
      if (isDatabaseAway(error)) throw error;
      log.warn({ err: error, incident: begun.row.incident_id, step: begun.step }, 'an incident cannot be processed');
      return broken;
    }
  };
  // One after the other, so that a failure leaves one without an end. Whoever closes begins nothing more.
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
