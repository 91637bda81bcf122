import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Failure, invalid } from '../failure/failure.ts';

/** Work on a stream that runs in a thread of its own: this thread passes bytes on and takes parts of the result, one at a time, and is held up by neither. */
interface StreamWork {
  /** The script, which works by `workOnStream`. */
  readonly script: URL;
  readonly data: unknown;
  /** Called with each part that the thread hands on; the thread goes on when it resolves. */
  readonly take: (part: unknown) => Promise<void>;
  /** How long it may take, in ms, and its memory; a thread that exceeds them is ended. */
  readonly withinMs: number;
  readonly memoryMb: number;
  /** Ends the work early. */
  readonly signal: AbortSignal;
  /** What cannot be done in time or at all, for people. */
  readonly texts: { readonly late: string; readonly failed: string };
}

/** What a thread sends: that it wants bytes, a part of its result, its result, or why there is none. */
export type FromStreamThread =
  | { readonly wants: 'bytes' }
  | { readonly part: unknown }
  | { readonly value: unknown }
  | { readonly status: number; readonly kind: string; readonly text: string };

/** What a thread is sent: the next bytes, null at the end, or that a part is taken. */
export type ToStreamThread = { readonly bytes: Uint8Array | null } | { readonly taken: true };

/** Works on a stream in a thread and returns what it sends at its end, unchecked. Throws the failure that it threw, `invalid` with one of the texts, and what the stream, `take` and the signal throw. */
export async function streamInThread(
  body: Readable,
  { script, data, take, withinMs, memoryMb, signal, texts }: StreamWork,
): Promise<unknown> {
  if (signal.aborted) body.destroy();
  signal.throwIfAborted();
  const worker = new Worker(script, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const pieces = body[Symbol.asyncIterator]();
  const send = (message: ToStreamThread, moved: readonly ArrayBuffer[] = []) => worker.postMessage(message, [...moved]);
  const sendBytes = async () => {
    const { done, value } = await pieces.next();
    if (done === true) return send({ bytes: null });
    // A copy: the memory of a piece may be shared with others.
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
        else if ('part' in message) take(message.part).then(() => send({ taken: true }), reject);
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
