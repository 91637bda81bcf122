import type { Piece } from '#streams/recording/pieceWriter';
import type { Recorder } from './recorder.ts';

/** A call of the recorder in its worker; the reply carries the same id. */
export type RecorderCall = { readonly id: number } & (
  | { readonly name: 'start'; readonly username: string; readonly log: string }
  | { readonly name: 'take'; readonly piece: Piece }
  | { readonly name: 'block'; readonly blockId: number }
  | { readonly name: 'blocks' | 'wipe' }
);

/** What the worker sends. */
export type RecorderReply =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'blockWanted' };

/** The part of `Worker` used here. */
export type RecorderThread = Pick<Worker, 'addEventListener' | 'postMessage'>;

/** Returns the recorder that runs in a worker. A call rejects when the worker fails; all do once the worker itself has failed. */
export function remoteRecorder(thread: RecorderThread, requestBlock: () => void): Recorder {
  const waiting = new Map<number, { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }>();
  let nextId = 0;
  let isBroken = false;
  thread.addEventListener('message', ({ data }: MessageEvent<RecorderReply>) => {
    if (data.kind === 'blockWanted') {
      requestBlock();
      return;
    }
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'result') call?.resolve(data.result);
    else call?.reject(new Error(data.reason));
  });
  thread.addEventListener('error', () => {
    isBroken = true;
    for (const { reject } of waiting.values()) reject(new Error('The recorder stopped.'));
    waiting.clear();
  });
  type Call = RecorderCall extends infer One ? (One extends { readonly id: number } ? Omit<One, 'id'> : never) : never;
  // The reply to a call is what the recorder of the worker returned for it.
  const ask = <Result>(call: Call, handedOver: readonly ArrayBufferLike[] = []) =>
    new Promise<Result>((resolve, reject) => {
      if (isBroken) reject(new Error('The recorder stopped.'));
      const id = nextId++;
      waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      thread.postMessage({ ...call, id }, [...handedOver] as Transferable[]);
    });
  return {
    start: (username, log) => ask({ name: 'start', username, log }),
    take: (piece) => ask({ name: 'take', piece }, [piece.events.buffer, ...(piece.keyframe === null ? [] : [piece.keyframe.buffer])]),
    blocks: () => ask({ name: 'blocks' }),
    block: (blockId) => ask({ name: 'block', blockId }),
    wipe: () => ask({ name: 'wipe' }),
  };
}
