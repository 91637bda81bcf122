import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Failure, invalid } from '../failure/failure.ts';

/**
 * Work on a stream in a thread of its own: this thread passes bytes on and receives parts of the result, one at a time, and is blocked by neither.
 */
interface StreamWork {
  /** The script, which works through `workOnStream`. */
  readonly script: URL;
  readonly data: unknown;
  /** Called with each part of the result; the thread continues when it resolves. */
  readonly receive: (part: unknown) => Promise<void>;
  /** How long it may take, in ms, and its memory limit; a thread that exceeds them is ended. */
  readonly withinMs: number;
  readonly memoryMb: number;
  /** Ends the work early. */
  readonly signal: AbortSignal;
  /** The messages for people when it takes too long, or fails. */
  readonly texts: { readonly late: string; readonly failed: string };
}

/** A message of a thread: that it needs bytes, a part of its result, its result, or the reason why there is none. */
export type FromStreamThread =
  | { readonly wants: 'bytes' }
  | { readonly part: unknown }
  | { readonly value: unknown }
  | { readonly status: number; readonly kind: string; readonly text: string };

/** A message to a thread: the next bytes, null at the end, or that a part was received. */
export type ToStreamThread = { readonly bytes: Uint8Array | null } | { readonly taken: true };

/**
 * Works on a stream in a thread, which hands on parts of its result, and returns its final message, unchecked. Throws the failure that it
 * threw, `invalid` with one of the texts, and errors of the stream, of `take` and of the signal.
 */
export async function streamInThread(
  body: Readable,
  { script, data, receive, withinMs, memoryMb, signal, texts }: StreamWork,
): Promise<unknown> {
  if (signal.aborted) body.destroy();
  signal.throwIfAborted();
  const worker = new Worker(script, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const pieces = body[Symbol.asyncIterator]();
  const send = (message: ToStreamThread, moved: readonly ArrayBuffer[] = []) => worker.postMessage(message, [...moved]);
  const sendBytes = async () => {
    const { done, value } = await pieces.next();
    if (done === true) return send({ bytes: null });
    // This is a copy, since the memory of a chunk may be shared with others.
    const bytes = new Uint8Array(value);
    return send({ bytes }, [bytes.buffer]);
  };
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => reject(invalid(texts.late)), withinMs);
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      worker.on('message', (message: FromStreamThread) => {
        if ('wants' in message) sendBytes().catch(reject);
        else if ('part' in message) receive(message.part).then(() => send({ taken: true }), reject);
        else if ('value' in message) resolve(message.value);
        else reject(new Failure(message.status, message.kind, message.text));
      });
      worker.once('error', () => reject(invalid(texts.failed)));
      worker.once('exit', () => {
        clearTimeout(late);
        signal.removeEventListener('abort', onAbort);
        reject(invalid(texts.failed));
      });
    });
  } finally {
    body.destroy();
    await worker.terminate();
  }
}
