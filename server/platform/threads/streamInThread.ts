import type { Readable } from 'node:stream';
import { Failure, invalid } from '../failure/failure.ts';
import { keepThread, takeThread, type ThreadScript } from './idleThreads.ts';

/** Work on a stream in a worker thread. The main thread sends bytes and receives parts of the result, one at a time, without being blocked. */
interface StreamWork extends ThreadScript {
  /** The script, which uses `workOnStream`. A thread that exceeds its memory limit is terminated. */
  readonly script: URL;
  readonly data: unknown;
  /** Called with each part of the result; the thread continues when it resolves. */
  readonly receive: (part: unknown) => Promise<void>;
  /** Time limit in ms; a thread that exceeds it is terminated. */
  readonly withinMs: number;
  /** Ends the work early. */
  readonly signal: AbortSignal;
  /** The messages for people if the work takes too long or fails. */
  readonly texts: { readonly late: string; readonly failed: string };
}

/** A message of a thread: a request for bytes, a part of its result, its result, or the reason why there is none. */
export type FromStreamThread =
  | { readonly wants: 'bytes' }
  | { readonly part: unknown }
  | { readonly value: unknown }
  | { readonly status: number; readonly kind: string; readonly text: string };

/** A message to a thread: its next task, the next bytes (null at the end), or the receipt of a part. */
export type ToStreamThread = { readonly start: unknown } | { readonly bytes: Uint8Array | null } | { readonly taken: true };

/**
 * Processes a stream in a worker thread: passes each part of the result to `receive` and returns the final message, unvalidated. Throws the failure that the
 * thread threw, `invalid` with one of the texts, and errors of the stream, of `receive` and of the signal.
 */
export async function streamInThread(body: Readable, work: StreamWork): Promise<unknown> {
  const { data, receive, withinMs, signal, texts } = work;
  if (signal.aborted) body.destroy();
  signal.throwIfAborted();
  const worker = takeThread(work);
  const pieces = body[Symbol.asyncIterator]();
  /** Number of messages of the thread that still need an answer. */
  let open = 0;
  const send = (message: ToStreamThread, moved: readonly ArrayBuffer[] = []) => worker.postMessage(message, [...moved]);
  const answer = (message: ToStreamThread, moved?: readonly ArrayBuffer[]) => {
    open -= 1;
    send(message, moved);
  };
  const sendBytes = async () => {
    const { done, value } = await pieces.next();
    if (done === true) return answer({ bytes: null });
    // The bytes are copied, since the memory of a chunk may be shared with others.
    const bytes = new Uint8Array(value);
    return answer({ bytes }, [bytes.buffer]);
  };
  let isFinished = false;
  let stopListening: () => void = () => undefined;
  const result = new Promise<unknown>((resolve, reject) => {
    const late = setTimeout(() => reject(invalid(texts.late)), withinMs);
    const onAbort = () => reject(signal.reason);
    const onEnd = () => reject(invalid(texts.failed));
    const onMessage = (message: FromStreamThread) => {
      if ('wants' in message || 'part' in message) open += 1;
      else isFinished = true;
      if ('wants' in message) sendBytes().catch(reject);
      else if ('part' in message) receive(message.part).then(() => answer({ taken: true }), reject);
      else if ('value' in message) resolve(message.value);
      else reject(new Failure(message.status, message.kind, message.text));
    };
    signal.addEventListener('abort', onAbort);
    worker.on('message', onMessage).once('error', onEnd).once('exit', onEnd);
    stopListening = () => {
      clearTimeout(late);
      signal.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
    };
  });
  send({ start: data });
  try {
    return await result;
  } finally {
    stopListening();
    body.destroy();
    // A thread that still waits for an answer would confuse it with an answer of its next task.
    if (isFinished && open === 0) keepThread(worker, work);
    else await worker.terminate();
  }
}
