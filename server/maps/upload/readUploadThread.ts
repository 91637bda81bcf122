import { parentPort, workerData } from 'node:worker_threads';
import { z } from '#contract/schema';
import { Failure } from '../../platform/failure.ts';
import { readArchive } from './readArchive.ts';
import { readMap } from './readMap.ts';
import type { ReadingOutcome } from './readUpload.ts';

/** Reads the archive of the path that the thread was started with. */
async function read(): Promise<ReadingOutcome> {
  try {
    return { map: readMap(await readArchive(z.string().parse(workerData))) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: error.status, kind: error.kind, text: error.message };
  }
}

const outcome = await read();
parentPort?.postMessage(outcome, []);
