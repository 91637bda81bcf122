import { columnWriter } from '#streams/socket/columnWriter';
import type { Apart } from './parseInWorker.ts';

/** The part of the worker's global scope used here; TypeScript's worker library conflicts with the DOM library. */
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
    // A value that cannot be cloned (too deeply nested) was not sent: the numbering of texts is reset.
    write = columnWriter();
    self.postMessage(null, []);
  }
});
