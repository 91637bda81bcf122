import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../failure/failure.ts';
import type { ThreadOutcome } from './runInThread.ts';

/** The answer of a thread; the memory in `moved` is transferred instead of copied. */
interface ThreadAnswer {
  readonly value: unknown;
  readonly moved: readonly ArrayBuffer[];
}

/** Serves `runInThread.ts` inside the thread: runs the work on its start data, and sends the answer, or the expected failure. */
export async function answerInThread(work: (data: unknown) => Promise<ThreadAnswer>): Promise<void> {
  try {
    const { value, moved } = await work(workerData);
    const outcome: ThreadOutcome = { value };
    parentPort?.postMessage(outcome, [...moved]);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const outcome: ThreadOutcome = { status: error.status, kind: error.kind, text: error.message };
    parentPort?.postMessage(outcome, []);
  }
}
