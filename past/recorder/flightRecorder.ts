import type { Observable } from 'rxjs';
import type { FleetEvent } from '#streams/event';
import type { Keyframe } from '#streams/recording/eventBlock';
import type { TimelineData } from '#streams/recording/timeline';
import type { Note } from './blockStore.ts';
import type { BlockEntry, BlockReference, RecorderStatus } from './recorder.ts';

/** A function that returns the state after the first `count` events of a batch of the log. */
export type StateAfter = (count: number) => Keyframe;

/** Events of a batch of the log that belong to one sign-in. */
interface SignInPart {
  /** The events, beginning with the sign-in if it is in the batch. */
  readonly events: readonly FleetEvent[];
  readonly stateAfter: StateAfter;
}

/** Splits a batch of the log at its sign-ins: one person may sign out, and the next one in, within a batch. Source: RECORDER21. */
export function splitAtSignIns(events: readonly FleetEvent[], stateAfter: StateAfter): readonly SignInPart[] {
  const begins = events.flatMap(({ kind }, index) => (kind === 'session.opened' ? [index] : []));
  return [0, ...begins.filter((index) => index > 0)].map((begin, index, all) => ({
    events: events.slice(begin, all[index + 1]),
    stateAfter: (count) => stateAfter(begin + count),
  }));
}

/** The interface of this page's flight recorder: records the log while somebody is signed in, and returns it. */
export interface FlightRecorder {
  readonly status$: Observable<RecorderStatus>;
  /** Returns the oldest recorded instant, from the newest status. */
  readonly since: () => number | null;
  /** Records a batch of the log. `stateAfter` returns the state after the first `count` events of the batch. */
  readonly record: (events: readonly FleetEvent[], stateAfter: StateAfter) => void;
  /** Stops recording until the next sign-in, and deletes everything. */
  readonly clear: () => void;
  /** Returns all blocks, oldest first, up to now. */
  readonly blocks: () => Promise<readonly BlockEntry[]>;
  /** Returns the bytes of a block, for `readBlock`; null if it is no longer stored. */
  readonly block: (reference: BlockReference) => Promise<Uint8Array | null>;
  /** Returns marks and density of the whole recording, up to now; empty while nothing is recorded. */
  readonly timeline: () => Promise<TimelineData>;
  /** Returns the person's notes after applying a change; null leaves them unchanged. Rejects when they cannot be read. */
  readonly notes: (change: Note | null) => Promise<readonly Note[]>;
  /** Stores the events that are buffered until the end of the second immediately. */
  readonly flush: () => void;
}
