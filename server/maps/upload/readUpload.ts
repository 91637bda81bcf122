import { Worker } from 'node:worker_threads';
import { z } from '#contract/schema';
import { Failure, invalid } from '../../platform/failure.ts';
import type { UploadedMap } from './readMap.ts';

/** How long an upload may take to be read, in ms, and its memory; a thread that exceeds them is ended. */
const READ_MS = 20_000;
const MEMORY_MB = 1_024;

/** What the thread sends: the map, or why it cannot be read. */
export type ReadingOutcome = { readonly map: UploadedMap } | { readonly status: number; readonly kind: string; readonly text: string };

const refusal = z.object({ status: z.number(), kind: z.string(), text: z.string() });

/** Reads an uploaded archive in a thread of its own, so that a large one delays nobody. Throws `invalid` with the problem. */
export function readUpload(
  path: string,
  withinMs = READ_MS,
  script = new URL('readUploadThread.ts', import.meta.url),
): Promise<UploadedMap> {
  const worker = new Worker(script, { workerData: path, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  return new Promise<UploadedMap>((resolve, reject) => {
    const late = setTimeout(() => reject(invalid('the zip takes too long to read')), withinMs);
    worker.once('message', (outcome: ReadingOutcome) => {
      if ('map' in outcome) return resolve(outcome.map);
      const { status, kind, text } = refusal.parse(outcome);
      return reject(new Failure(status, kind, text));
    });
    worker.once('error', () => reject(invalid('the zip cannot be read')));
    worker.once('exit', () => {
      clearTimeout(late);
      reject(invalid('the zip cannot be read'));
    });
  }).finally(() => void worker.terminate());
}
