/** The worker's side of the flight recorder: the tab that holds the lock writes; the other tabs record in memory until they hold it. */

import type { StateFold, Keyframe } from '#streams/recording/eventBlock';
import { recordingCodec } from '../bytes/recordingCodec.ts';
import type { NumberedContent } from '../socket/socketThread.ts';
import type { BlockStore } from '#past/recorder/blockStore';
import { openBlockStore } from './indexedStore.ts';
import type { PageRecorder } from './flightRecorder.ts';
import { overlayStore } from '#past/recorder/overlayStore';
import { memoryStore } from '#past/recorder/memoryStore';
import { createRecorder, type Recorder } from '#past/recorder/recorder';
import { callRecorder } from './recorderCalls.ts';
import type { RecorderMessage, RecorderReply } from './remoteRecorder.ts';

/** Maximum time until a closed page releases its lock, in ms, because its worker must end first. */
const LOCK_MS = 5_000;

const WRITER = 'orangery.recorder';
/** Returns a promise that never settles, which holds a lock. */
const keep = () => new Promise<never>(() => undefined);

/** Waits for the lock of the writing tab and holds it until the tab is closed. Rejects if the signal aborts the wait. */
const becomeWriter = (locks: LockManager, wait: LockOptions = {}) =>
  new Promise<void>((resolve, reject) => {
    locks
      .request(WRITER, wait, () => {
        resolve();
        return keep();
      })
      .catch(reject);
  });

/** Returns whether no other tab writes; if so, this tab writes until it is closed. */
const isFirstWriter = (locks: LockManager) =>
  new Promise<boolean>((resolve, reject) => {
    locks
      .request(WRITER, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : keep();
      })
      .catch(reject);
  });

const NOT_STORED = 'The browser does not store the recording; it ends with this page.';

type FoldFrom = (keyframe: Keyframe) => StateFold;

/** Opens the store of a tab while another tab writes: on top of the stored blocks, if these can be read, otherwise in memory. */
async function besideWriter(): Promise<BlockStore> {
  try {
    return await overlayStore(await openBlockStore());
  } catch {
    return memoryStore();
  }
}

/** Opens a recorder on this thread: in IndexedDB, or in memory if another tab writes or the browser does not allow storage. */
export async function openStoredRecorder(foldFrom: FoldFrom): Promise<Recorder> {
  const parts = { codec: recordingCodec, foldFrom };
  const inMemory = (limit: string, store = memoryStore()) => createRecorder({ ...parts, store, limit });
  // Locks are available in secure contexts only.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return inMemory('Without a secure connection the recording ends with this page.');
  if (!(await isFirstWriter(locks).catch(() => false))) {
    // The store is opened before the wait for the lock, because this tab's own recording begins now.
    const beside = await besideWriter();
    try {
      await becomeWriter(locks, { signal: AbortSignal.timeout(LOCK_MS) });
    } catch {
      const recorder = inMemory('Another tab stores the recording; this one does when that one is closed.', beside);
      const takeOver = () => recorder.moveTo(openBlockStore(), NOT_STORED);
      // If the wait ends without the lock, the recording stays in memory.
      becomeWriter(locks)
        .then(takeOver)
        .catch(() => undefined);
      return recorder;
    }
  }
  try {
    return createRecorder({ ...parts, store: await openBlockStore(), limit: null });
  } catch {
    return inMemory(NOT_STORED);
  }
}

/** Passes the content that the socket's worker reads to a recorder. */
export function listenTo(port: MessagePort, { read }: Pick<Recorder, 'read'>): void {
  port.addEventListener('message', ({ data: { number, content } }: MessageEvent<NumberedContent>) => {
    if (number !== null) read(number, content);
  });
  port.start();
}

/** Opens a recorder on the page, for a browser without workers; its recording ends with the page. */
export function localRecorder(foldFrom: FoldFrom): PageRecorder {
  const limit = 'Without a worker the recording ends with this page.';
  const { read, ...recorder } = createRecorder({ codec: recordingCodec, foldFrom, store: memoryStore(), limit });
  return { ...recorder, connect: (port) => listenTo(port, { read }) };
}

/** Returns the handler of the page's messages for a recorder that is being opened. */
export function serveRecorder(opening: Promise<Recorder>, reply: (message: RecorderReply) => void): (message: RecorderMessage) => void {
  return (message) => {
    if (message.kind === 'connect') {
      void opening.then((recorder) => listenTo(message.port, recorder));
      return;
    }
    const { id, call } = message;
    opening
      .then((recorder) => callRecorder(recorder, call))
      .then(
        (result) => reply({ kind: 'result', id, result }),
        (error: unknown) => reply({ kind: 'failed', id, reason: error instanceof Error ? error.message : 'unknown' }),
      );
  };
}
