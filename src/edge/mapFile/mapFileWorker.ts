/** The entry point of the worker that reads map files. */

import type { MapFilePreview } from '#domain/places/mapFile';
import { previewMapFile } from './readZip.ts';

/** The part of the worker's global scope used here; TypeScript's worker library conflicts with the DOM library. */
interface WorkerScope {
  addEventListener(kind: 'message', listener: (message: MessageEvent<Blob>) => void): void;
  postMessage(preview: MapFilePreview, handedOver: readonly ArrayBuffer[]): void;
}

declare const self: WorkerScope;

self.addEventListener('message', ({ data }) => {
  // Reported as an error, because only an error reaches the page as an `error` event of the worker; a rejection, e.g. for lack of memory, would not.
  void previewMapFile(data).then(
    (preview) => self.postMessage(preview, []),
    (error: unknown) => queueMicrotask(() => reportError(error)),
  );
});
