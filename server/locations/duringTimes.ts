import { sql, type RawBuilder } from 'kysely';
import type { ReadableTimes } from './visibility.ts';

const instant = (ms: number | null) => (ms === null ? 'infinity' : new Date(ms).toISOString());

/** Returns SQL for "the instant `at` (a column or expression) is within these periods". Source: OWN1. */
export function duringTimes(at: RawBuilder<unknown>, times: ReadableTimes): RawBuilder<boolean> {
  if (times === 'all') return sql<boolean>`true`;
  const parts = times.map(({ from, until }) => sql`(${at} >= ${instant(from)}::timestamptz and ${at} < ${instant(until)}::timestamptz)`);
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/**
 * Returns SQL for "a row that lasts from one instant to another (columns or expressions; null while it continues) has a part within these periods". Source:
 * OWN2, OWN6.
 */
export function meetTimes(from: RawBuilder<unknown>, to: RawBuilder<unknown>, times: ReadableTimes): RawBuilder<boolean> {
  if (times === 'all') return sql<boolean>`true`;
  const parts = times.map(
    (time) => sql`((${to} >= ${instant(time.from)}::timestamptz or ${to} is null) and ${from} < ${instant(time.until)}::timestamptz)`,
  );
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
