/** The times in which a device that had reported reported nothing. */

import { sql } from 'kysely';
import { isWithin } from '#domain/devices/ownershipPeriods';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { ReportSpan } from '../reports/reportSpan.ts';
import { reportedSpans, type StoredSpan } from './presenceSpans.ts';

/** A time without a report; `to` is null while it lasts. Instants in ms since epoch. */
export interface Silence {
  readonly serial: string;
  readonly at: number;
  readonly to: number | null;
}

/** The shortest time without a report that is a silence, in ms: joined blocks do not show shorter ones. */
export const SILENCE_MS = 5 * MINUTE_MS;

/** Returns the silences of one device between the stored pieces in which it reported, sorted by their start, up to `end`. */
export function silencesOf(serial: string, spans: readonly StoredSpan[], end: number): readonly Silence[] {
  const found: Silence[] = [];
  let last: number | null = null;
  for (const span of spans) {
    if (!span.serials.includes(serial)) continue;
    if (last !== null && span.from - last >= SILENCE_MS) found.push({ serial, at: last, to: span.from });
    last = Math.max(last ?? span.to, span.to);
  }
  if (last !== null && end - last >= SILENCE_MS) found.push({ serial, at: last, to: null });
  return found;
}

/** How far a silence is followed into sealed days, in ms. */
const FOLLOWED_MS = 32 * DAY_MS;

/** Returns when a device reported again after an instant; null when it has not yet. */
async function nextReport(store: HistoryStore, serial: string, after: number): Promise<number | null> {
  const stored = await reportedSpans(store, { from: after + 1, to: after + FOLLOWED_MS, devices: [{ serial, times: 'all' }] });
  const next = stored.find(({ from }) => from > after);
  if (next !== undefined) return next.from;
  const row = await store.database
    .selectFrom('history_block')
    .select('first_at')
    .where('first_at', '>', new Date(after))
    .where(sql<boolean>`serials && ${[serial]}::text[]`)
    .orderBy('first_at')
    .limit(1)
    .executeTakeFirst();
  return row?.first_at.getTime() ?? null;
}

/**
 * Returns the silences that begin in a span, each in a time that the caller may read; the last one may end after the span. A device that reported nothing in the
 * span has none.
 */
export async function readSilences(store: HistoryStore, span: ReportSpan): Promise<readonly Silence[]> {
  const spans = await reportedSpans(store, span);
  const found = span.devices.flatMap(({ serial, times }) =>
    silencesOf(serial, spans, span.to).filter(({ at }) => times === 'all' || times.some((time) => isWithin(time, at))),
  );
  return Promise.all(
    found.map(async (silence) => (silence.to === null ? { ...silence, to: await nextReport(store, silence.serial, silence.at) } : silence)),
  );
}
