/** Threads that have finished their work and wait for the next one. */

import { Worker } from 'node:worker_threads';

/** A script that runs in a thread, and the memory limit of the thread. */
export interface ThreadScript {
  readonly script: URL;
  readonly memoryMb: number;
}

/** How long a thread waits, in ms. To start one takes a tenth of a second of CPU time, which is longer than to read a short recording. */
const IDLE_MS = 10_000;

/** The waiting threads by script and memory limit, each with the function that takes it out. */
const idleThreads = new Map<string, Map<Worker, () => void>>();

const kindOf = ({ script, memoryMb }: ThreadScript) => `${memoryMb} ${script.href}`;

/** Returns a waiting thread of a script, or starts one. */
export function takeThread(wanted: ThreadScript): Worker {
  const [idle] = idleThreads.get(kindOf(wanted)) ?? [];
  if (idle === undefined) return new Worker(wanted.script, { resourceLimits: { maxOldGenerationSizeMb: wanted.memoryMb } });
  const [worker, take] = idle;
  take();
  return worker;
}

/** Keeps a thread for the next work of its script, and ends it when there is none. The process ends although the thread waits. */
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
