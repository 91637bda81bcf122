/** The server's history of one device over a span, as shown by charts. */

import type { TimeSpan } from '../text/timeUnits.ts';
import type { LaneRun } from './lanes.ts';

/** The minimum, maximum and mean of each step; null where nothing was reported. */
export interface SeriesNumbers {
  readonly least: readonly (number | null)[];
  readonly most: readonly (number | null)[];
  readonly mean: readonly (number | null)[];
}

/** An error of a device; `to` is null while it lasts. Instants in ms since epoch. */
export interface PastError {
  readonly at: number;
  readonly to: number | null;
  readonly code: string | null;
}

/** The server's history of one device over a span. Instants in ms since epoch. */
export interface DeviceHistory extends TimeSpan {
  readonly stepMs: number;
  /** The start of each step. */
  readonly steps: readonly number[];
  readonly battery: SeriesNumbers;
  /** In m/s. */
  readonly speed: SeriesNumbers;
  /** Runs of equal activity; null if the span is too long for them. */
  readonly runs: readonly LaneRun[] | null;
  /** Errors of the device, oldest first; null if the span is too long for them. */
  readonly errors: readonly PastError[] | null;
  /** The files of the history that could not be read. */
  readonly unreadable: readonly string[];
}

/** The query: the device, the span, and the maximum number of steps. */
export interface DeviceHistoryQuestion extends TimeSpan {
  readonly serial: string;
  readonly points: number;
}

/** A function that reads the history of one device. Rejects when the server does not respond, or refuses. */
export type ReadDeviceHistory = (question: DeviceHistoryQuestion) => Promise<DeviceHistory>;
