/** The entry point of the flight recorder's worker, with the reducers of `state`. */

import { openStoredRecorder, serveRecorder } from '#edge/recorder/storedRecorder';
import type { RecorderMessage, RecorderReply } from '#edge/recorder/remoteRecorder';
import { foldFrom } from '#state/keyframe';

/** The part of the worker's global scope used here; TypeScript's worker library conflicts with the DOM library. */
interface WorkerScope {
  addEventListener(kind: 'message', listener: (message: MessageEvent<RecorderMessage>) => void): void;
  postMessage(message: RecorderReply, handedOver: readonly ArrayBuffer[]): void;
}

declare const self: WorkerScope;

const take = serveRecorder(openStoredRecorder(foldFrom), (message) => self.postMessage(message, []));
self.addEventListener('message', ({ data }) => take(data));
