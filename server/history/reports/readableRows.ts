/** SQL conditions that exclude rows of other owners from a query, so that these rows neither count as found nor use up the query's limit. */

import { type RawBuilder, sql } from 'kysely';
import type { ReadableTimes } from '../../locations/visibility.ts';

/** The readable times of each device. */
interface Reading {
  readonly times: ReadonlyMap<string, ReadableTimes>;
}

/**
 * Returns SQL for "the caller may read a part of a row of this device that lasted from one instant to another" (columns or expressions; null while it lasts).
 * Source: OWN2.
 */
export function meetReadable(
  { times }: Reading,
  serial: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const whole = [...times].flatMap(([one, own]) => (own === 'all' ? [one] : []));
  const parts = [...times].flatMap(([one, own]) => (own === 'all' ? [] : own.map((time) => ({ serial: one, ...time }))));
  const begins = parts.map(({ from: begin }) => new Date(begin).toISOString());
  const ends = parts.map(({ until }) => (until === null ? 'infinity' : new Date(until).toISOString()));
  return sql<boolean>`(${serial} = any(${whole}::text[]) or exists (
    select 1 from unnest(${parts.map((part) => part.serial)}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[]) as own (own_serial, own_from, own_until)
    where own_serial = ${serial} and (${to} >= own_from or ${to} is null) and ${from} < own_until))`;
}

/** Returns SQL for "the caller may read a row of this device at this instant" (columns or expressions). Source: OWN1. */
export const areReadable = (reading: Reading, serial: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  meetReadable(reading, serial, at, at);
