import { PassThrough, type Readable } from 'node:stream';
import type { FileStorage } from '../../platform/storage/fileStorage.ts';
import { streamInThread } from '../../platform/threads/streamInThread.ts';

/** Maximum duration of writing one file, in ms. */
const WITHIN_MS = 6 * 3_600_000;
const MEMORY_MB = 1_024;
const texts = { late: 'A file of the history took longer than six hours', failed: 'The thread that writes the history has failed' };

/** A file that a thread writes. */
interface ThreadFile {
  readonly script: URL;
  readonly data: unknown;
  /** Name of the file in the storage. */
  readonly name: string;
  readonly storage: Pick<FileStorage, 'save'>;
  /** Called with each message of the thread that does not consist of bytes of the file. */
  readonly onPart?: (part: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Stores the bytes that a thread sends as a file, passes other messages to `onPart`, and returns the last message, unchecked. Throws the error of the source,
 * the thread or the storage; the file then does not exist, unless the storage failed to respond at the end.
 */
export async function writeInThread(source: Readable, { script, data, name, storage, onPart, signal }: ThreadFile): Promise<unknown> {
  // The stream may fail before the storage reads it, while nothing else handles its error.
  const body = new PassThrough().on('error', () => undefined);
  const failing = new AbortController();
  // A failure of the storage ends the thread.
  const saving = storage.save(name, body).catch((error: unknown) => {
    failing.abort(error);
    body.destroy();
    throw error;
  });
  const saved = saving.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const receive = async (part: unknown) => {
    if (!(part instanceof Uint8Array)) onPart?.(part);
    else if (!body.write(part)) await new Promise<void>((resolve) => void body.once('drain', resolve).once('close', resolve));
  };
  try {
    const ending = AbortSignal.any([signal, failing.signal]);
    const value = await streamInThread(source, { script, data, memoryMb: MEMORY_MB, withinMs: WITHIN_MS, texts, receive, signal: ending });
    body.end();
    await saving;
    return value;
  } catch (error) {
    body.destroy(error instanceof Error ? error : new Error('the file is not written'));
    const failed = await saved;
    throw failing.signal.aborted && failed !== null ? failed.error : error;
  }
}
