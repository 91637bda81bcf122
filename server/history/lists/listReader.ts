/**
 * `ListReading`, the query of the lists of a past span (devices, readable times, names), and the versions of a row, one for each time at which more about it
 * became known.
 */

import type { Kysely } from 'kysely';
import type { PastRow } from '#domain/history/pastLists';
import type { Database } from '../../platform/database/tables.ts';
import type { ReadableTimes } from '../../locations/visibility.ts';
import type { LocalTimes, EventTimes } from '../../platform/localTime.ts';

/** Maximum number of rows of a list, which has the newest ones. */
export const MAX_LISTED = 500;

/** A row as it was known from `knownAt` on, in ms since epoch. */
export interface Version extends PastRow {
  readonly knownAt: number;
  /** The end of the event or period that the row describes, in ms since epoch; Infinity while it lasts, absent for an event at one instant. */
  readonly lastAt?: number;
}

/** The versions of the rows of a list. `isFull`: older rows may have been left out. */
export interface FoundRows {
  readonly versions: readonly Version[];
  readonly isFull: boolean;
}

/** The query of a list: the devices with the times that the caller may read, and the span. */
export interface ListReading {
  readonly database: Kysely<Database>;
  readonly serials: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly times: ReadonlyMap<string, ReadableTimes>;
  /** Returns the name of a device at the start of the span; its serial if the name is unknown. */
  readonly nameOf: (serial: string) => string;
  /** Returns the function that converts times to local times at a device's location at the start of the span. */
  readonly localTimesOf: (serial: string) => (happened: EventTimes) => LocalTimes;
}

/** Returns whether an instant is at or before another one; false for null. */
const hasCome = (at: Date | null, until: number): boolean => at !== null && at.getTime() <= until;

/** Returns an instant as text, in the form of responses, if it is at or before another one; null otherwise. */
export const textUntil = (at: Date | null, until: number): string | null => (hasCome(at, until) ? (at?.toISOString() ?? null) : null);

/** Returns the versions of a row: one for each instant at which more about it became known, starting with the first. */
export function versionsOf(
  { id, serial, at }: { readonly id: string; readonly serial: string; readonly at: Date },
  [first, ...later]: readonly [Date, ...(Date | null)[]],
  rowAt: (until: number) => unknown,
): readonly Version[] {
  const instants = new Set([first, ...later].flatMap((one) => (one === null || one < first ? [] : [one.getTime()])));
  return [...instants]
    .toSorted((one, other) => one - other)
    .map((knownAt) => ({ id, serial, at: at.getTime(), knownAt, row: rowAt(knownAt) }));
}
