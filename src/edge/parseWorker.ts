import { columnWriter } from '#streams/columnWriter';
import type { Apart } from './parseInWorker.ts';

/** As much of the worker's scope as is used here; the compiler's library for workers cannot stand beside the one for pages. */
interface WorkerScope {
  addEventListener(kind: 'message', listener: (message: MessageEvent<Apart>) => void): void;
  postMessage(message: unknown, handedOver: readonly ArrayBufferLike[]): void;
}

declare const self: WorkerScope;

let write = columnWriter();

self.addEventListener('message', ({ data: { kind, text } }) => {
  try {
    const columns = write(kind, text);
    self.postMessage(columns, columns === null ? [] : [columns.values.buffer]);
  } catch {
    // What cannot be handed over (lists in lists without end) was not sent: the numbering of texts starts again.
    write = columnWriter();
    self.postMessage(null, []);
  }
});
