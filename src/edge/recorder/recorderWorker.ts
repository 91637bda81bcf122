import { recordingCodec } from '../recordingCodec.ts';
import { openBlockStore } from './blockStore.ts';
import { memoryStore } from './memoryStore.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import type { NumberedCall, RecorderCall, RecorderReply, RecorderResult } from './remoteRecorder.ts';

/** The part of the worker's global scope used here; TypeScript's worker library conflicts with the DOM library. */
interface WorkerScope {
  addEventListener(kind: 'message', listener: (message: MessageEvent<NumberedCall>) => void): void;
  postMessage(message: RecorderReply, handedOver: readonly ArrayBufferLike[]): void;
}

declare const self: WorkerScope;

const reply = (message: RecorderReply) => self.postMessage(message, []);

const requestBlock = () => reply({ kind: 'blockWanted' });

/** The page that was left lets go of its lock only when its worker has ended, in ms. */
const LOCK_MS = 5_000;

/** Waits for the lock of the one tab that writes, and keeps it until the tab is closed. Rejects when another tab has it. */
const becomeWriter = () =>
  new Promise<void>((resolve, reject) => {
    const keep = () => {
      resolve();
      return new Promise<never>(() => undefined);
    };
    navigator.locks.request('orangery.recorder', { signal: AbortSignal.timeout(LOCK_MS) }, keep).catch(reject);
  });

const recorder: Promise<Recorder> = becomeWriter().then(
  () =>
    openBlockStore().then(
      (store) => createRecorder(store, recordingCodec, requestBlock),
      () =>
        createRecorder(memoryStore(), recordingCodec, requestBlock, 'The browser does not store the recording; it ends with this page.'),
    ),
  () =>
    createRecorder(memoryStore(), recordingCodec, requestBlock, 'Another tab stores the recording; what this one recorded ends with it.'),
);

async function resultOf(to: Recorder, call: RecorderCall): Promise<RecorderResult> {
  if (call.name === 'start') return { kind: 'status', status: await to.start(call.username, call.log) };
  if (call.name === 'take') return { kind: 'status', status: await to.take(call.piece) };
  if (call.name === 'blocks') return { kind: 'blocks', blocks: await to.blocks() };
  return { kind: 'block', bytes: await to.block(call.blockId) };
}

self.addEventListener('message', ({ data: { id, call } }) => {
  recorder
    .then((ready) => resultOf(ready, call))
    .then(
      (result) => reply({ kind: 'result', id, result }),
      (error: unknown) => reply({ kind: 'failed', id, reason: error instanceof Error ? error.message : 'unknown' }),
    );
});
