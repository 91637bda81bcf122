/**
 * The error periods of devices as the console's log holds them: the lists of the last 48 h at the start of a span and at each change, as they happened and as
 * they were known.
 */

import { sql, type Kysely } from 'kysely';
import { getErrorOverview, type ErrorPeriod } from '#contract/fleet/machine';
import { ownPart, type OwnedPeriod } from '#domain/devices/ownershipPeriods';
import { HOUR_MS } from '#domain/text/timeUnits';
import { keyOf } from '#streams/event';
import type { Database } from '../../platform/database/tables.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import { meetReadable } from '../reports/readableRows.ts';
import { isReadableAt, type ReportSpan, type TimeSpan } from '../reports/reportSpan.ts';
import type { TimedEvent } from './eventLog.ts';

/** Length of the lists, in hours, as the console's screens request them. */
const HOURS = 48;

/**
 * Maximum number of periods in a list, of lists of a device in a span, and (approximately) of periods in all lists: an error may begin and end every second.
 */
const LIST_PERIODS = 500;
const LISTS = 60;
const ALL_PERIODS = 50_000;

/** Returns the maximum number of lists per device in a span. */
function listsFor(bySerial: ReadonlyMap<string, readonly unknown[]>): number {
  const periods = [...bySerial.values()].reduce((sum, { length }) => sum + Math.min(length, LIST_PERIODS), 0);
  return Math.max(1, Math.min(LISTS, Math.floor(ALL_PERIODS / Math.max(1, periods))));
}

/** An error period; `next` is the state of the device after it. */
interface Period extends OwnedPeriod {
  readonly next: string | null;
}

/** A stored period. `knownAt` and `endKnownAt` in ms since epoch; null if the device did not report it late, Infinity if it is never known to the caller. */
interface StoredPeriod extends Period {
  readonly knownAt: number | null;
  readonly endKnownAt: number | null;
  /** The period's end and next state as known before `endKnownAt`. */
  readonly former: Pick<Period, 'until' | 'next'>;
}

/** A function that returns a period as it is known at an instant; null while it is unknown. */
type PeriodView = (period: StoredPeriod, at: number) => Period | null;

/** Returns each period as it happened, at any instant. */
const asWas: PeriodView = (period) => period;
/** Returns the part of each period that the device had reported by the instant. */
const asKnown: PeriodView = ({ from, until, next, knownAt, endKnownAt, former }, at) => {
  if (knownAt !== null && knownAt > at) return null;
  return endKnownAt !== null && endKnownAt > at ? { from, ...former } : { from, until, next };
};

/** Returns a period as it was at an instant, without an end after it; null if it had not begun. */
function periodAt({ from, until, next }: Period, at: number): ErrorPeriod | null {
  if (from > at) return null;
  const hasEnded = until !== null && until <= at;
  return {
    start_time: new Date(from).toISOString(),
    stop_time: hasEnded ? new Date(until).toISOString() : null,
    duration_seconds: ((hasEnded ? until : at) - from) / 1_000,
    next_state: hasEnded ? next : null,
  };
}

/** Returns the list of one device at an instant, newest period first. */
function listAt({ serial, times }: ReadableDevice, periods: readonly StoredPeriod[], view: PeriodView, at: number): TimedEvent {
  const since = at - HOURS * HOUR_MS;
  const result: ErrorPeriod[] = [];
  for (const stored of periods) {
    if (result.length === LIST_PERIODS) break;
    const viewed = view(stored, at);
    const period = viewed === null ? null : ownPeriod(times, viewed);
    const known = period !== null && (period.until === null || period.until >= since) ? periodAt(period, at) : null;
    if (known !== null) result.push(known);
  }
  const request = { call: getErrorOverview.name, params: { serial, hours: String(HOURS) }, query: {} };
  return { at, event: { kind: 'request.succeeded', key: keyOf(request), call: request.call, answer: { result } } };
}

/** Returns the part of a period that the caller may read; null if there is none. */
function ownPeriod(times: ReadableDevice['times'], period: Period): Period | null {
  if (times === 'all') return period;
  const part = ownPart(times, period);
  return part === null ? null : { ...part, next: part.until === period.until ? period.next : null };
}

/** Returns the lists of one device in a view: one at the start of the span, and one per change in it. Of more than `most` changes, groups share one list. */
function listsOf(
  device: ReadableDevice,
  periods: readonly StoredPeriod[],
  view: PeriodView,
  { from, to, most }: TimeSpan & { readonly most: number },
): readonly TimedEvent[] {
  const changes = periods.flatMap((stored) => {
    const parts = [stored, view(stored, from)].flatMap((period) => (period === null ? [] : (ownPeriod(device.times, period) ?? [])));
    const learnt = parts.length === 0 || view === asWas ? [] : [stored.knownAt, stored.endKnownAt];
    const instants = [...parts.flatMap((part) => [part.from, part.until]), ...learnt];
    return instants.flatMap((at) => (at !== null && at > from && at < to ? [at] : []));
  });
  const instants = [...new Set(changes)].toSorted((one, other) => one - other);
  // The last instant of each group is used, because its list includes the earlier changes.
  const part = Math.ceil(instants.length / most);
  const shown = instants.filter((_, index) => (index + 1) % part === 0 || index === instants.length - 1);
  return [from, ...shown].map((at) => listAt(device, periods, view, at));
}

/** The lists of errors in a span: the lists of all devices and, for devices whose errors were known differently at the time, the lists in both views. */
export interface ErrorLists {
  readonly all: readonly TimedEvent[];
  readonly known: readonly { readonly all: readonly TimedEvent[]; readonly known: readonly TimedEvent[] }[];
}

const msOf = (at: Date | null): number | null => at?.getTime() ?? null;

/**
 * Returns a period as the caller may know it: facts that arrived while the device worked for another organisation are never known; facts that arrived before
 * the caller's part of the period are known throughout that part. Source: KNOWN3.
 */
function ofOwnReceipts(times: ReadableDevice['times'], stored: StoredPeriod): StoredPeriod {
  const part = ownPeriod(times, stored) ?? ownPeriod(times, { from: stored.from, ...stored.former });
  const own = (at: number | null) => {
    if (at === null || isReadableAt(times, at)) return at;
    return part !== null && at <= part.from ? null : Infinity;
  };
  return { ...stored, knownAt: own(stored.knownAt), endKnownAt: own(stored.endKnownAt) };
}

/**
 * Reads the error periods in the lists of a span, newest first. Omits periods of other owners, because the number of a device's periods limits the number of
 * its lists. Source: OWN6.
 */
async function storedPeriods(database: Kysely<Database>, { from, to, devices }: ReportSpan) {
  const since = new Date(from - HOURS * HOUR_MS);
  const reading = { times: new Map(devices.map(({ serial, times }) => [serial, times])) };
  const isReadableUntil = (stop: string) => meetReadable(reading, sql.ref('serial'), sql.ref('start_time'), sql.ref(stop));
  const rows = await database
    .selectFrom('error_period')
    .select(['serial', 'start_time', 'stop_time', 'next_state', 'known_at', 'end_known_at', 'former_stop_time', 'former_next_state'])
    .where(
      'serial',
      'in',
      devices.map(({ serial }) => serial),
    )
    .where('start_time', '<', new Date(to))
    .where((on) => on.or([on('stop_time', 'is', null), on('stop_time', '>=', since), on('former_stop_time', '>=', since)]))
    .where((on) => on.or([isReadableUntil('stop_time'), on.and([on('end_known_at', 'is not', null), isReadableUntil('former_stop_time')])]))
    .orderBy('start_time', 'desc')
    .execute();
  return groupBy(rows, ({ serial }) => serial);
}

/** Returns the lists of a device as they happened and as they were known; equal events are shared. */
function knownLists(all: readonly TimedEvent[], known: readonly TimedEvent[]): ErrorLists['known'][number] {
  const equal = new Map(all.map((event) => [JSON.stringify(event), event]));
  return { all, known: known.map((event) => equal.get(JSON.stringify(event)) ?? event) };
}

/** Returns the lists of all devices at the start of a span, and each changed list at the instant of its change. */
export async function errorLists(database: Kysely<Database>, span: ReportSpan): Promise<ErrorLists> {
  const { from, to, devices } = span;
  if (devices.length === 0) return { all: [], known: [] };
  const bySerial = await storedPeriods(database, span);
  const bounds = { from, to, most: listsFor(bySerial) };
  const lists = await mapInTurns(devices, (device) => {
    const periods = (bySerial.get(device.serial) ?? []).map((row) =>
      ofOwnReceipts(device.times, {
        from: row.start_time.getTime(),
        until: msOf(row.stop_time),
        next: row.next_state,
        knownAt: msOf(row.known_at),
        endKnownAt: msOf(row.end_known_at),
        former: { until: msOf(row.former_stop_time), next: row.former_next_state },
      }),
    );
    const all = listsOf(device, periods, asWas, bounds);
    const isKnownLater = periods.some(({ knownAt, endKnownAt }) => Math.max(knownAt ?? 0, endKnownAt ?? 0) > from);
    return { all, known: isKnownLater ? [knownLists(all, listsOf(device, periods, asKnown, bounds))] : [] };
  });
  return { all: lists.flatMap(({ all }) => all), known: lists.flatMap(({ known }) => known) };
}
