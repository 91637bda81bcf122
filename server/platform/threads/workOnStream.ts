import { parentPort } from 'node:worker_threads';
import { Failure } from '../failure/failure.ts';
import type { FromStreamThread, ToStreamThread } from './streamInThread.ts';

/** Work on a stream of bytes. `emit` passes on a part of the result, and resolves when the part has been received. */
type StreamTask = (data: unknown, source: AsyncIterable<Uint8Array>, emit: (part: unknown) => Promise<void>) => Promise<unknown>;

/**
 * Serves `streamInThread.ts` inside the thread: runs the work on one stream after another, and sends the result, or the expected failure. Any other error ends
 * the thread.
 */
export function workOnStream(task: StreamTask): void {
  const port = parentPort;
  if (port === null) throw new Error('this is no thread');
  let onBytes: (bytes: Uint8Array | null) => void = () => undefined;
  let onTaken: () => void = () => undefined;
  const send = (message: FromStreamThread) => port.postMessage(message);
  const next = () =>
    new Promise<Uint8Array | null>((resolve) => {
      onBytes = resolve;
      send({ wants: 'bytes' });
    });
  async function* source() {
    for (let bytes = await next(); bytes !== null; bytes = await next()) yield bytes;
  }
  const emit = (part: unknown) =>
    new Promise<void>((resolve) => {
      onTaken = resolve;
      send({ part });
    });
  const work = async (data: unknown) => {
    try {
      send({ value: await task(data, source(), emit) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      send({ status: error.status, kind: error.kind, text: error.message });
    }
  };
  port.on('message', (message: ToStreamThread) => {
    if ('bytes' in message) onBytes(message.bytes);
    else if ('start' in message) void work(message.start);
    else onTaken();
  });
}
