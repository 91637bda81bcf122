/**
 * The page's side of the flight recorder: sends the log to the recorder in parts of one second, and refers to the reports that the socket's worker has already
 * sent.
 */

import { BehaviorSubject } from 'rxjs';
import type { FleetEvent } from '#streams/event';
import { logPartWriter, PART_MS } from '#streams/recording/logPart';
import type { TimelineData } from '#streams/recording/timeline';
import type { ReadingRecorder } from '../socket/remoteSocket.ts';
import { splitAtSignIns, type FlightRecorder, type StateAfter } from '#past/recorder/flightRecorder';
import type { RecorderStatus } from '#past/recorder/recorder';
import type { RecorderCalls } from './recorderCalls.ts';

/** The recorder as the page uses it; it may run on another thread, to which the columns of the socket's worker are sent directly. */
export interface PageRecorder extends RecorderCalls {
  readonly connect: ReadingRecorder['connect'];
}

/** The flight recorder of a page, which can also receive columns directly from the socket's worker. */
export interface PageFlightRecorder extends FlightRecorder, ReadingRecorder {}

/** The status before anything is recorded. */
const NOTHING: RecorderStatus = { from: null, problem: null };
const NO_TIMELINE: TimelineData = { density: new Map(), marks: [] };
const STOPPED: RecorderStatus = { from: null, problem: 'The browser does not keep the recording.' };

/**
 * Creates the store of the newest status. The recorder sends a status after every part of the log, usually an equal one, and the timeline renders at each
 * emission.
 */
function createStatus() {
  const status$ = new BehaviorSubject(NOTHING);
  const show = (next: RecorderStatus) => {
    const { from, problem } = status$.value;
    if (next.from !== from || next.problem !== problem) status$.next(next);
  };
  const report = (status: Promise<RecorderStatus>) => {
    status.then(show, () => show(STOPPED));
  };
  return { status$, report };
}

/** Creates the functions that start the recorder when it is first needed; a port that was received earlier is then passed on. */
function createStart(open: () => PageRecorder) {
  let recorder: PageRecorder | null = null;
  let port: MessagePort | null = null;
  return {
    now: () => recorder,
    started: (): PageRecorder => {
      recorder ??= open();
      if (port !== null) recorder.connect(port);
      port = null;
      return recorder;
    },
    connect: (next: MessagePort) => {
      if (recorder === null) port = next;
      else recorder.connect(next);
    },
  };
}

/** Creates the flight recorder. `open` starts the recorder; it is called at the first sign-in. */
export function createFlightRecorder(open: () => PageRecorder): PageFlightRecorder {
  const { status$, report } = createStatus();
  const { now, started, connect } = createStart(open);
  const parts = logPartWriter();
  let isRecording = false;
  const flush = () => {
    const part = parts.part();
    const recorder = now();
    if (part !== null && recorder !== null) report(recorder.record(part));
  };
  /** Records events of a single sign-in. */
  const recordPart = (events: readonly FleetEvent[], stateAfter: StateAfter) => {
    const [first] = events;
    if (first?.kind === 'session.opened') {
      flush();
      report(started().start({ username: first.profile.username, log: String(first.at), keyframe: stateAfter(0) }));
      isRecording = true;
    }
    if (!isRecording) return;
    // The end of the session is not recorded, because it would add a moment at which nobody is signed in.
    const end = events.findIndex(({ kind }) => kind === 'session.closed');
    parts.push(end < 0 ? events : events.slice(0, end));
    const since = parts.waitsSince();
    if (end >= 0 || (since !== null && (events.at(-1)?.at ?? since) - since >= PART_MS)) flush();
    if (end >= 0) isRecording = false;
  };
  return {
    status$,
    since: () => status$.value.from,
    // A failure of the recorder must not stop the log.
    record: (events, stateAfter) => {
      try {
        for (const part of splitAtSignIns(events, stateAfter)) recordPart(part.events, part.stateAfter);
      } catch {
        isRecording = false;
        status$.next(STOPPED);
      }
    },
    read: (reports) => {
      if (isRecording) parts.read(reports);
    },
    connect,
    flush,
    clear: () => {
      isRecording = false;
      parts.part();
      report(started().clear());
    },
    blocks: async () => {
      flush();
      return (await now()?.blocks()) ?? [];
    },
    block: async (reference) => (await now()?.block(reference)) ?? null,
    timeline: async () => {
      flush();
      return (await now()?.timeline()) ?? NO_TIMELINE;
    },
    notes: async (change) => (await now()?.notes(change)) ?? [],
  };
}
