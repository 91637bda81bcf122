import { BehaviorSubject, type Observable } from 'rxjs';
import type { FleetEvent } from '#streams/event';
import type { TextCodec } from '#streams/recording/codec';
import type { Keyframe } from '#streams/recording/eventBlock';
import { pieceWriter, type PieceWriter } from '#streams/recording/pieceWriter';
import { recordingCodec } from '../recordingCodec.ts';
import { remoteRecorder } from './remoteRecorder.ts';
import type { BlockEntry, Recorder, RecorderStatus } from './recorder.ts';

/** The flight recorder of this page: records the log while somebody is signed in, and gives it back. */
export interface FlightRecorder {
  readonly status$: Observable<RecorderStatus>;
  /** Takes a batch of the log, and the state before it. */
  readonly record: (events: readonly FleetEvent[], stateBefore: () => Keyframe) => void;
  /** Everything recorded, oldest first, up to now. */
  readonly blocks: () => Promise<readonly BlockEntry[]>;
  /** The bytes of a block, for `readBlock`; null when it is no longer kept. */
  readonly block: (id: number) => Promise<Uint8Array | null>;
  /** Stores at once what waits for the end of the second. */
  readonly flush: () => void;
}

/** Before anything is recorded. */
const NOTHING: RecorderStatus = { from: null, problem: null };
const STOPPED: RecorderStatus = { from: null, problem: 'The browser does not keep the recording.' };

/** Creates the flight recorder. `open` starts the recorder and calls its argument when a new block should begin. */
export function createFlightRecorder(open: (requestBlock: () => void) => Recorder, codec: TextCodec): FlightRecorder {
  const status$ = new BehaviorSubject(NOTHING);
  let running: { readonly recorder: Recorder; readonly writer: PieceWriter } | null = null;
  const report = (status: Promise<RecorderStatus>) => {
    status.then(
      (next) => status$.next(next),
      () => status$.next(STOPPED),
    );
  };
  const started = () => {
    const recorder: Recorder = open(() => writer.beginBlock());
    const writer = pieceWriter(codec, (piece) => report(recorder.take(piece)));
    return { recorder, writer };
  };
  let isSignedIn = false;
  const record = (events: readonly FleetEvent[], stateBefore: () => Keyframe) => {
    const opened = events.find((event) => event.kind === 'session.opened');
    if (opened !== undefined) {
      running ??= started();
      running.writer.flush();
      running.writer.beginBlock();
      report(running.recorder.start(opened.profile.username, String(opened.at)));
      isSignedIn = true;
    }
    if (!isSignedIn) return;
    // The end of the session is not recorded: behind it there would be a moment at which nobody is signed in.
    const end = events.findIndex(({ kind }) => kind === 'session.closed');
    running?.writer.push(end < 0 ? events : events.slice(0, end), stateBefore);
    if (end < 0) return;
    running?.writer.flush();
    isSignedIn = false;
  };
  return {
    status$,
    // What cannot be recorded must not end the log.
    record: (events, stateBefore) => {
      try {
        record(events, stateBefore);
      } catch {
        isSignedIn = false;
        status$.next(STOPPED);
      }
    },
    flush: () => running?.writer.flush(),
    blocks: async () => {
      running?.writer.flush();
      return (await running?.recorder.blocks()) ?? [];
    },
    block: async (id) => (await running?.recorder.block(id)) ?? null,
  };
}

// In this form the bundler finds the worker's entry and emits its URL.
const startRecorder = () => new Worker(new URL('./recorderWorker.ts', import.meta.url), { type: 'module' });

/** Returns a recorder whose code is still being loaded. */
function laterRecorder(opening: Promise<Recorder>): Recorder {
  return {
    start: async (...to) => (await opening).start(...to),
    take: async (piece) => (await opening).take(piece),
    blocks: async () => (await opening).blocks(),
    block: async (id) => (await opening).block(id),
  };
}

/** Starts the recorder in a worker; without workers it runs on this page and forgets with it. */
function openRecorder(requestBlock: () => void): Recorder {
  try {
    return remoteRecorder(startRecorder(), requestBlock);
  } catch {
    return laterRecorder(import('./localRecorder.ts').then(({ openLocalRecorder }) => openLocalRecorder(requestBlock)));
  }
}

/** Opens the flight recorder of this page: its blocks are written by a worker. What waits is stored when the page is hidden or left. */
export function openFlightRecorder(page: Window): FlightRecorder {
  const recorder = createFlightRecorder(openRecorder, recordingCodec);
  page.addEventListener('pagehide', recorder.flush);
  return recorder;
}
