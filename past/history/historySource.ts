import type { TimeSpan } from '#domain/text/timeUnits';
import type { RecordedMark } from '#streams/recording/timeline';

/** The index of the server's history for a span. Instants in ms since epoch. */
export interface HistoryIndex {
  /** Since when anything is held; null while nothing is. */
  readonly heldFrom: number | null;
  /** The blocks that can be requested, oldest first. */
  readonly blocks: readonly TimeSpan[];
  /** How many devices reported, by the start of a step of `stepMs`. */
  readonly density: ReadonlyMap<number, number>;
  readonly stepMs: number;
  readonly marks: readonly RecordedMark[];
  /** Whether there were too many marks, so that the oldest are left out. */
  readonly hasOlder?: boolean;
}

/** The interface of the server's history, as the past reads it. Every function rejects when the server does not answer, or refuses. */
export interface HistorySource {
  /** Returns the index of all devices, or of one, whose events are then among the marks of a span of at most a day. */
  readonly index: (span: TimeSpan, serial?: string) => Promise<HistoryIndex>;
  /** Returns the index of a longer span by a step of an hour or a day, in ms, without blocks; absent where the server has none. */
  readonly overview?: (span: TimeSpan, stepMs: number) => Promise<HistoryIndex>;
  /** The framed block of a span. */
  readonly block: (span: TimeSpan) => Promise<Uint8Array>;
}
