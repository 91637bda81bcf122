import type { MapFilePreview } from '#domain/places/mapFile';

// The bundler requires this form to find the worker's entry and emit its URL.
const startWorker = () => new Worker(new URL('./mapFileWorker.ts', import.meta.url), { type: 'module' });

const unread: MapFilePreview = { kind: 'unread', problem: 'This browser could not read the file.' };

/**
 * Reads a map file in a worker, which is then terminated: unpacking and validating 100 MB would block the page, and thus a stop. Never rejects; `signal` aborts
 * the reading without a result.
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
