import type { TimeSpan } from '#domain/text/timeUnits';
import type { RecordedMark } from '#streams/recording/timeline';

/** The index of the server's history for a span. Instants in ms since epoch. */
export interface HistoryIndex {
  /** The oldest held instant; null while nothing is held. */
  readonly heldFrom: number | null;
  /** The blocks that can be requested, oldest first. */
  readonly blocks: readonly TimeSpan[];
  /** Number of devices that reported, by the start of a step of `stepMs`. */
  readonly density: ReadonlyMap<number, number>;
  readonly stepMs: number;
  readonly marks: readonly RecordedMark[];
  /** Whether the oldest marks are left out because there were too many. */
  readonly hasOlder?: boolean;
}

/** The interface of the server's history, as the past reads it. Every function rejects when the server does not respond, or refuses. */
export interface HistorySource {
  /** Returns the index of all devices, or of one device, whose events are then included in the marks of a span of at most a day. */
  readonly index: (span: TimeSpan, serial?: string) => Promise<HistoryIndex>;
  /** Returns the index of a longer span by a step of an hour or a day, in ms, without blocks; absent if the server provides no overviews. */
  readonly overview?: (span: TimeSpan, stepMs: number) => Promise<HistoryIndex>;
  /** Returns the framed block of a span. */
  readonly block: (span: TimeSpan) => Promise<Uint8Array>;
}
