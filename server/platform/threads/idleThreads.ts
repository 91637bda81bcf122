/** Worker threads that have finished their work and wait for the next task. */

import { Worker } from 'node:worker_threads';

/** A script that runs in a thread, and the memory limit of the thread. */
export interface ThreadScript {
  readonly script: URL;
  readonly memoryMb: number;
}

/**
 * Time for which an idle thread is kept, in ms. Starting one takes a tenth of a second of CPU time, which is longer than reading a short recording.
 */
const IDLE_MS = 10_000;

/** The idle threads by script and memory limit, each with the function that removes it from the list. */
const idleThreads = new Map<string, Map<Worker, () => void>>();

const kindOf = ({ script, memoryMb }: ThreadScript) => `${memoryMb} ${script.href}`;

/** Returns an idle thread of a script, or starts one. */
export function takeThread(wanted: ThreadScript): Worker {
  const [idle] = idleThreads.get(kindOf(wanted)) ?? [];
  if (idle === undefined) return new Worker(wanted.script, { resourceLimits: { maxOldGenerationSizeMb: wanted.memoryMb } });
  const [worker, take] = idle;
  take();
  return worker;
}

/** Keeps a thread for the next task of its script, and ends it if there is none. An idle thread does not keep the process running. */
export function keepThread(worker: Worker, kept: ThreadScript): void {
  const waiting = idleThreads.get(kindOf(kept)) ?? new Map<Worker, () => void>();
  idleThreads.set(kindOf(kept), waiting);
  const end = () => {
    waiting.delete(worker);
    void worker.terminate();
  };
  const late = setTimeout(end, IDLE_MS).unref();
  worker.once('error', end).once('exit', end).unref();
  waiting.set(worker, () => {
    clearTimeout(late);
    waiting.delete(worker);
    worker.off('error', end).off('exit', end).ref();
  });
}
