import { Worker } from 'node:worker_threads';
import { z } from '#contract/schema';
import { Failure, invalid } from '../failure/failure.ts';

/** Heavy work for a worker thread, which does not block the main thread. */
interface ThreadWork {
  /** The script, which answers through `answerInThread`. */
  readonly script: URL;
  readonly data: unknown;
  /** Time limit in ms, and memory limit; a thread that exceeds either is terminated. */
  readonly withinMs: number;
  readonly memoryMb: number;
  /** The messages for people if the work takes too long or fails. */
  readonly texts: { readonly late: string; readonly failed: string };
}

/** The message of a thread: its value, or the reason why there is none. */
export type ThreadOutcome = { readonly value: unknown } | { readonly status: number; readonly kind: string; readonly text: string };

const refusal = z.object({ status: z.number(), kind: z.string(), text: z.string() });

/**
 * Runs heavy work in a worker thread, with time and memory limits, and returns its unvalidated answer. Throws the failure that the thread sent, otherwise
 * `invalid` with one of the texts.
 */
export function runInThread({ script, data, withinMs, memoryMb, texts }: ThreadWork): Promise<unknown> {
  const worker = new Worker(script, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  return new Promise<unknown>((resolve, reject) => {
    const late = setTimeout(() => reject(invalid(texts.late)), withinMs);
    worker.once('message', (outcome: ThreadOutcome) => {
      if ('value' in outcome) return resolve(outcome.value);
      const { status, kind, text } = refusal.parse(outcome);
      return reject(new Failure(status, kind, text));
    });
    worker.once('error', () => reject(invalid(texts.failed)));
    worker.once('exit', () => {
      clearTimeout(late);
      reject(invalid(texts.failed));
    });
  }).finally(() => void worker.terminate());
}
