import type { MapFilePreview } from '#domain/places/mapFile';

// In this form the bundler finds the worker's entry and emits its URL.
const startWorker = () => new Worker(new URL('./mapFileWorker.ts', import.meta.url), { type: 'module' });

const unread: MapFilePreview = { kind: 'unread', problem: 'This browser could not read the file.' };

/**
 * Reads a file of a map in a worker of its own, which ends with it: unpacking and checking 100 MB would block the page, and with it a stop. Never
 * rejects; `signal` ends it without a result.
 */
export const previewInWorker = (file: Blob, signal: AbortSignal, start = startWorker): Promise<MapFilePreview> =>
  new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = start();
    } catch {
      resolve(unread);
      return;
    }
    const end = (preview: MapFilePreview | null) => {
      worker.terminate();
      if (preview !== null) resolve(preview);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<MapFilePreview>) => end(data));
    worker.addEventListener('error', () => end(unread));
    signal.addEventListener('abort', () => end(null), { once: true });
    worker.postMessage(file, []);
  });
