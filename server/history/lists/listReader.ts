/** The request for the lists of a past span, and the versions of the rows found: the knowledge of a row changes over time. */

import type { Kysely } from 'kysely';
import type { PastRow } from '#domain/history/pastLists';
import type { Database } from '../../platform/database/tables.ts';
import type { ReadableTimes } from '../../locations/visibility.ts';
import type { LocalTimes, EventTimes } from '../../platform/localTime.ts';

/** Maximum number of rows of a list: the newest ones are listed. */
export const MAX_LISTED = 500;

/** A row as it was known from an instant on, `knownAt` in ms since epoch. */
export interface Version extends PastRow {
  readonly knownAt: number;
  /** Until when what the row says went on, in ms since epoch; absent for what happened at an instant. */
  readonly lastAt?: number;
}

/** The versions of the rows of a list. `isFull`: there may be older rows. */
export interface FoundRows {
  readonly versions: readonly Version[];
  readonly isFull: boolean;
}

/** Whose rows, and from when to when. */
export interface ListReading {
  readonly database: Kysely<Database>;
  readonly serials: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly times: ReadonlyMap<string, ReadableTimes>;
  /** Returns the name of a device as it was then. */
  readonly nameOf: (serial: string) => string;
  /** Returns the local times of a device where it was then. */
  readonly localTimesOf: (serial: string) => (happened: EventTimes) => LocalTimes;
}

/** Returns whether an instant has come until another one. */
const hasCome = (at: Date | null, until: number): boolean => at !== null && at.getTime() <= until;

/** Returns an instant as answers write it, if it has come until another one; null otherwise. */
export const textUntil = (at: Date | null, until: number): string | null => (hasCome(at, until) ? (at?.toISOString() ?? null) : null);

/** Returns the versions of a row: one for each instant at which more became known of it, from the first one on. */
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
