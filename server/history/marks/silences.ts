/** The silences of devices: the times without a report after an earlier one. */

import { sql } from 'kysely';
import { isWithin, type OwnedPeriod } from '#domain/devices/ownershipPeriods';
import { DAY_MS } from '#domain/text/timeUnits';
import type { ReadableTimes } from '../../locations/visibility.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { ReportSpan, TimeSpan } from '../reports/reportSpan.ts';
import { reportedSpans, sealedSpans, SILENCE_MS, spansByDevice } from './presenceSpans.ts';

/** A time without a report; `to` is null while it lasts. Instants in ms since epoch. */
export interface Silence {
  readonly serial: string;
  readonly at: number;
  readonly to: number | null;
}

/** Returns the silences of one device up to `end`, between the spans in which it reported, which are sorted by start. */
function silencesOf(serial: string, spans: readonly TimeSpan[], end: number): readonly Silence[] {
  return spans.flatMap(({ to: at }, index): readonly Silence[] => {
    const next = spans[index + 1];
    if (next !== undefined) return [{ serial, at, to: next.from }];
    return end - at >= SILENCE_MS ? [{ serial, at, to: null }] : [];
  });
}

/** Time after the end of a span, in ms, within which sealed days are searched for the end of a silence. */
const FOLLOWED_MS = 32 * DAY_MS;

/** Returns the instants after the end of a span at which silent devices reported again; devices that have not reported again are missing. */
async function nextReports(store: HistoryStore, serials: readonly string[], end: number): Promise<ReadonlyMap<string, number>> {
  if (serials.length === 0) return new Map();
  const devices = serials.map((serial) => ({ serial, times: 'all' as const }));
  const sealed = await sealedSpans(store, { from: end, to: end + FOLLOWED_MS, devices });
  const { rows: hot } = await sql<{ serial: string; first_at: Date }>`
    select wanted.serial, min(first_at) as first_at from history_block, unnest(serials) as held (serial) join unnest(${serials}::text[]) as wanted (serial) using (serial)
    where first_at >= ${new Date(end)} group by wanted.serial`.execute(store.database);
  const found = new Map<string, number>();
  const note = (serial: string, at: number) => found.set(serial, Math.min(found.get(serial) ?? at, at));
  for (const { serial, first_at } of hot) note(serial, first_at.getTime());
  for (const span of sealed) for (const serial of span.serials) note(serial, span.from);
  return found;
}

/** Returns the caller's period that contains an instant; null if there is none. */
const ownPeriod = (times: ReadableTimes, at: number): OwnedPeriod | null =>
  times === 'all' ? { from: -Infinity, until: null } : (times.find((time) => isWithin(time, at)) ?? null);

/**
 * Returns the newest silences that begin in a span, at most `most`, each in a time that the caller may read; a device's last silence may end after the span, up
 * to now (ms since epoch). A silence ends with the caller's period: the next owner's first report is not shown. A device without a report in the span has no
 * silence.
 */
export async function readSilences(
  store: HistoryStore,
  { now, ...span }: ReportSpan & { readonly now: number },
  most: number,
): Promise<readonly Silence[]> {
  // The reports after the span decide whether its end is in a silence.
  const end = Math.max(span.to, Math.min(now, span.to + SILENCE_MS));
  const spans = await spansByDevice(await reportedSpans(store, { ...span, to: end }));
  const ofDevices = await mapInTurns(span.devices, ({ serial, times }) =>
    silencesOf(serial, spans.get(serial) ?? [], end).flatMap((silence) => {
      const own = silence.at < span.to ? ownPeriod(times, silence.at) : null;
      return own === null ? [] : [{ ...silence, until: own.until }];
    }),
  );
  const found = ofDevices
    .flat()
    .toSorted((one, other) => other.at - one.at)
    .slice(0, most);
  const lasting = found.flatMap(({ serial, to }) => (to === null ? [serial] : []));
  const next = await nextReports(store, lasting, end);
  return found.flatMap(({ serial, at, until, ...silence }): readonly Silence[] => {
    const ends = [silence.to ?? next.get(serial) ?? null, until].filter((one) => one !== null);
    const to = ends.length === 0 ? null : Math.min(...ends);
    return (to ?? now) - at < SILENCE_MS ? [] : [{ serial, at, to }];
  });
}
