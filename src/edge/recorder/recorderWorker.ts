import { recordingCodec } from '../recordingCodec.ts';
import { openBlockStore } from './blockStore.ts';
import { memoryStore } from './memoryStore.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import type { RecorderCall, RecorderReply } from './remoteRecorder.ts';

/** The part of the worker's global scope used here; TypeScript's worker library conflicts with the DOM library. */
interface WorkerScope {
  addEventListener(kind: 'message', listener: (message: MessageEvent<RecorderCall>) => void): void;
  postMessage(message: RecorderReply): void;
}

declare const self: WorkerScope;

const recorder: Promise<Recorder> = openBlockStore()
  .catch(memoryStore)
  .then((store) => createRecorder(store, recordingCodec, () => self.postMessage({ kind: 'blockWanted' })));

function carriedOut(to: Recorder, call: RecorderCall): Promise<unknown> {
  switch (call.name) {
    case 'start':
      return to.start(call.username, call.log);
    case 'take':
      return to.take(call.piece);
    case 'block':
      return to.block(call.blockId);
    case 'blocks':
      return to.blocks();
    case 'wipe':
      return to.wipe();
  }
}

self.addEventListener('message', ({ data: call }) => {
  recorder
    .then((ready) => carriedOut(ready, call))
    .then(
      (result) => self.postMessage({ kind: 'result', id: call.id, result }),
      (error: unknown) => self.postMessage({ kind: 'failed', id: call.id, reason: error instanceof Error ? error.message : 'unknown' }),
    );
});
