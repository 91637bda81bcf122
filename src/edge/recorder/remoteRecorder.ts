import type { Piece } from '#streams/recording/pieceWriter';
import type { BlockEntry, Recorder, RecorderStatus } from './recorder.ts';

/** A call of the recorder in its worker. */
export type RecorderCall =
  | { readonly name: 'start'; readonly username: string; readonly log: string }
  | { readonly name: 'take'; readonly piece: Piece }
  | { readonly name: 'block'; readonly blockId: number }
  | { readonly name: 'blocks' };

/** What a call gives. */
export type RecorderResult =
  | { readonly kind: 'status'; readonly status: RecorderStatus }
  | { readonly kind: 'blocks'; readonly blocks: readonly BlockEntry[] }
  | { readonly kind: 'block'; readonly bytes: Uint8Array | null };

/** A call as it is sent; the reply carries the same id. */
export interface NumberedCall {
  readonly id: number;
  readonly call: RecorderCall;
}

/** What the worker sends: the result of a call, a call that failed, or the wish for a new block. */
export type RecorderReply =
  | { readonly kind: 'result'; readonly id: number; readonly result: RecorderResult }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'blockWanted' };

/** The part of `Worker` used here. */
export type RecorderThread = Pick<Worker, 'addEventListener' | 'postMessage'>;

const stopped = () => new Error('The recorder stopped.');

/** Returns the recorder that runs in a worker. A call rejects when the worker fails; all do once the worker itself has failed. */
export function remoteRecorder(thread: RecorderThread, requestBlock: () => void): Recorder {
  const waiting = new Map<number, { readonly resolve: (result: RecorderResult) => void; readonly reject: (error: Error) => void }>();
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
    for (const { reject } of waiting.values()) reject(stopped());
    waiting.clear();
  });
  const ask = (call: RecorderCall, handedOver: readonly ArrayBuffer[] = []) =>
    new Promise<RecorderResult>((resolve, reject) => {
      if (isBroken) {
        reject(stopped());
        return;
      }
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      const numbered: NumberedCall = { id, call };
      thread.postMessage(numbered, [...handedOver]);
    });
  const status = async (call: RecorderCall, handedOver?: readonly ArrayBuffer[]): Promise<RecorderStatus> => {
    const result = await ask(call, handedOver);
    if (result.kind !== 'status') throw stopped();
    return result.status;
  };
  return {
    start: (username, log) => status({ name: 'start', username, log }),
    take: (piece) => status({ name: 'take', piece }, [piece.events.buffer, ...(piece.keyframe === null ? [] : [piece.keyframe.buffer])]),
    blocks: async () => {
      const result = await ask({ name: 'blocks' });
      return result.kind === 'blocks' ? result.blocks : [];
    },
    block: async (blockId) => {
      const result = await ask({ name: 'block', blockId });
      return result.kind === 'block' ? result.bytes : null;
    },
  };
}
