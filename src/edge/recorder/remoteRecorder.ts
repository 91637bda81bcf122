import type { LogPart } from '#streams/recording/logPart';
import type { TimelineData } from '#streams/recording/timeline';
import type { PageRecorder } from './flightRecorder.ts';
import type { Note } from '#past/recorder/blockStore';
import type { BlockEntry, BlockReference, RecorderStatus, RecordingStart } from '#past/recorder/recorder';

/** A call of the recorder in its worker. */
export type RecorderCall =
  | { readonly name: 'start'; readonly start: RecordingStart }
  | { readonly name: 'take'; readonly part: LogPart }
  | { readonly name: 'block'; readonly block: BlockReference }
  | { readonly name: 'notes'; readonly change: Note | null }
  | { readonly name: 'timeline' }
  | { readonly name: 'clear' }
  | { readonly name: 'blocks' };

/** The result of a call: the field of its kind. */
export interface RecorderResult {
  readonly status?: RecorderStatus;
  readonly blocks?: readonly BlockEntry[];
  readonly bytes?: Uint8Array | null;
  readonly timeline?: TimelineData;
  readonly notes?: readonly Note[];
}

/** A message of the page: a call, whose reply carries the same id, or the port on which the socket's worker sends its columns. */
export type RecorderMessage =
  | { readonly kind: 'call'; readonly id: number; readonly call: RecorderCall }
  | { readonly kind: 'connect'; readonly port: MessagePort };

/** A message of the worker: the result of a call, or its failure. */
export type RecorderReply =
  | { readonly kind: 'result'; readonly id: number; readonly result: RecorderResult }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/** The part of `Worker` used here. */
export type RecorderThread = Pick<Worker, 'addEventListener' | 'postMessage'>;

const stopped = () => new Error('The recorder stopped.');

/** Returns the recorder that runs in a worker. A call rejects when it fails in the worker; all calls do once the worker itself has failed. */
export function remoteRecorder(thread: RecorderThread): PageRecorder {
  const waiting = new Map<number, { readonly resolve: (result: RecorderResult) => void; readonly reject: (error: Error) => void }>();
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
  const ask = (call: RecorderCall, handedOver: readonly ArrayBuffer[] = []) =>
    new Promise<RecorderResult>((resolve, reject) => {
      if (isBroken) {
        reject(stopped());
        return;
      }
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      post({ kind: 'call', id, call }, handedOver);
    });
  const status = async (call: RecorderCall, handedOver?: readonly ArrayBuffer[]): Promise<RecorderStatus> => {
    const result = await ask(call, handedOver);
    if (result.status === undefined) throw stopped();
    return result.status;
  };
  return {
    connect: (port) => post({ kind: 'connect', port }, [port]),
    start: (start) => status({ name: 'start', start }),
    record: (part) => status({ name: 'take', part }, [part.runs.buffer]),
    clear: () => status({ name: 'clear' }),
    blocks: async () => (await ask({ name: 'blocks' })).blocks ?? [],
    block: async ({ id, log, firstSeq }) => (await ask({ name: 'block', block: { id, log, firstSeq } })).bytes ?? null,
    timeline: async () => {
      const { timeline } = await ask({ name: 'timeline' });
      if (timeline === undefined) throw stopped();
      return timeline;
    },
    notes: async (change) => (await ask({ name: 'notes', change })).notes ?? [],
  };
}
