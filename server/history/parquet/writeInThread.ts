import { PassThrough, type Readable } from 'node:stream';
import type { FileStorage } from '../../platform/storage/fileStorage.ts';
import { streamInThread } from '../../platform/threads/streamInThread.ts';

/** How long one file may take, in ms. */
const WITHIN_MS = 6 * 3_600_000;
const MEMORY_MB = 1_024;
const texts = { late: 'A file of the history took longer than six hours', failed: 'The thread that writes the history has failed' };

/** A file that a thread writes. */
interface ThreadFile {
  readonly script: URL;
  readonly data: unknown;
  /** Its name in the storage. */
  readonly name: string;
  readonly storage: Pick<FileStorage, 'save'>;
  /** Called with each part of the result that is no byte of the file. */
  readonly onPart?: (part: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Stores a file as a thread writes it, and returns the last message of the thread, unchecked. Throws what the source, the thread or the storage throw; there is
 * no file then, unless the storage failed to answer at its end.
 */
export async function writeInThread(source: Readable, { script, data, name, storage, onPart, signal }: ThreadFile): Promise<unknown> {
  // The storage may not read it yet when it fails, and nobody else listens.
  const body = new PassThrough().on('error', () => undefined);
  const failing = new AbortController();
  // A storage that fails ends the thread.
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
