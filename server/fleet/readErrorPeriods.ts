import { sql, type Kysely } from 'kysely';
import type { AnswerOf } from '#contract/call';
import type { ErrorPeriod, getErrorOverview } from '#contract/fleet/machine';
import { type OwnedPeriod, ownPart } from '#domain/devices/ownershipPeriods';
import { HOUR_MS } from '#domain/text/timeUnits';
import { invalid } from '../platform/failure/failure.ts';
import { meetTimes } from '../locations/duringTimes.ts';
import type { ReadableDevice } from '../locations/visibility.ts';
import type { LiveReports } from './liveReports.ts';
import { newestRows } from '../platform/database/newestRows.ts';
import type { Database } from '../platform/database/tables.ts';

/** Dependencies of the error overview. */
export interface ErrorOverviewDependencies {
  readonly database: Kysely<Database>;
  readonly now: () => number;
  readonly live: Pick<LiveReports, 'newest' | 'isConnected'>;
}

/** Maximum period that can be requested, in hours: 366 days. */
const MAX_HOURS = 8_784;
const MAX_PERIODS = 1_000;

function hoursOf(text: string): number {
  const hours = Number(text);
  if (!/^\d{1,4}$/.test(text) || hours < 1 || hours > MAX_HOURS) throw invalid(`hours: a whole number from 1 to ${MAX_HOURS}`);
  return hours;
}

/** The instant up to which the duration of an open period is counted: now or, for an offline device, its last report. */
interface Counted {
  readonly at: number;
  readonly isAway: boolean;
}

function countedUntil({ live, now }: ErrorOverviewDependencies, serial: string): Counted {
  const newest = live.newest(serial);
  return newest === undefined || live.isConnected(serial) ? { at: now(), isAway: false } : { at: newest.receivedAt, isAway: true };
}

/** Fields that describe a whole period and do not apply to a part of it. */
interface OfWhole {
  readonly next_state: string | null;
  readonly silent_ms: number;
}

function periodOf({ from, until }: OwnedPeriod, { next_state, silent_ms }: OfWhole, { at, isAway }: Counted): ErrorPeriod {
  const seenAt = Math.max(from, at);
  const durationMs = (until ?? seenAt) - from;
  return {
    start_time: new Date(from).toISOString(),
    stop_time: until === null ? null : new Date(until).toISOString(),
    duration_seconds: durationMs / 1_000,
    next_state,
    ...(silent_ms > 0 ? { silent_seconds: Math.min(silent_ms, durationMs) / 1_000 } : {}),
    ...(until === null && isAway ? { last_seen_time: new Date(seenAt).toISOString() } : {}),
  };
}

/**
 * Returns the error periods that overlap the last `hours`, newest first, at most `MAX_PERIODS`, each limited to its readable part. The open period of an
 * offline device is counted up to its last report. Throws 400 for bad hours. Source: ENDED1, OWN6.
 */
export async function readErrorPeriods(
  dependencies: ErrorOverviewDependencies,
  { serial, times }: ReadableDevice,
  hours: string,
): Promise<AnswerOf<typeof getErrorOverview>> {
  const { database, now } = dependencies;
  const counted = countedUntil(dependencies, serial);
  const from = new Date(now() - hoursOf(hours) * HOUR_MS);
  const found = await database
    .selectFrom('error_period')
    .selectAll()
    .where('serial', '=', serial)
    .where((where) => where.or([where('stop_time', 'is', null), where('stop_time', '>=', from)]))
    .where(meetTimes(sql.ref('start_time'), sql.ref('stop_time'), times))
    .orderBy('start_time', 'desc')
    .limit(MAX_PERIODS + 1)
    .execute();
  const { rows, older } = newestRows(found, MAX_PERIODS);
  const result = rows.flatMap((row) => {
    const whole = { from: row.start_time.getTime(), until: row.stop_time?.getTime() ?? null };
    const part = times === 'all' ? whole : ownPart(times, whole);
    if (part === null) return [];
    const next_state = part.until === whole.until ? row.next_state : null;
    const silent_ms = part.until === whole.until && part.from === whole.from ? row.silent_ms : 0;
    return [periodOf(part, { next_state, silent_ms }, counted)];
  });
  return { result, ...older };
}
