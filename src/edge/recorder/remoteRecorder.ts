import type { PageRecorder } from './flightRecorder.ts';
import { sendingRecorder, type RecorderCall } from './recorderCalls.ts';

/** A message from the page: a call, to which the reply has the same id, or the port on which the socket's worker sends its columns. */
export type RecorderMessage =
  | { readonly kind: 'call'; readonly id: number; readonly call: RecorderCall }
  | { readonly kind: 'connect'; readonly port: MessagePort };

/** A message from the worker: the result of a call, or its failure. */
export type RecorderReply =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/** The part of `Worker` used here. */
export type RecorderThread = Pick<Worker, 'addEventListener' | 'postMessage'>;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const stopped = () => new Error('The recorder stopped.');

/** Creates a recorder whose calls are executed in a worker. A call rejects if it fails in the worker; all calls reject once the worker itself has failed. */
export function remoteRecorder(thread: RecorderThread): PageRecorder {
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let isBroken = false;
  thread.addEventListener('message', ({ data }: MessageEvent<RecorderReply>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'result') call?.resolve(data.result);
    else call?.reject(new Error(data.reason));
  });
  thread.addEventListener('error', () => {
    isBroken = true;
    for (const { reject } of waiting.values()) reject(stopped());
    waiting.clear();
  });
  const post = (message: RecorderMessage, handedOver: readonly Transferable[]) => thread.postMessage(message, [...handedOver]);
  const calls = sendingRecorder(
    (call, handedOver) =>
      new Promise<unknown>((resolve, reject) => {
        if (isBroken) {
          reject(stopped());
          return;
        }
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        post({ kind: 'call', id, call }, handedOver);
      }),
  );
  return { ...calls, connect: (port) => post({ kind: 'connect', port }, [port]) };
}
