/** The lists of a past span as events of the log: at its start the rows of the last 24 h, then each row when it is new or when more about it becomes known. */

import type { Kysely } from 'kysely';
import { pastListNames, type PastListName } from '#domain/history/pastLists';
import type { Device } from '#contract/devices/device';
import { DAY_MS } from '#domain/text/timeUnits';
import type { EventOf, Stamp } from '#streams/event';
import { masked } from '#streams/parse/mask';
import type { ViewableColours } from '../../configuration/viewable.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import { localTimesIn } from '../../platform/localTime.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { Scope } from '../../platform/principal.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { listedChanges, listedCommands, listedEvents, listedIncidents, listedTreatments } from './listedRows.ts';
import type { FoundRows, ListReading, Version } from './listReader.ts';

/** Time, in ms, by which the lists extend before the start of a span: further than any screen shows by default. */
const REACH_MS = DAY_MS;

/** Rows of a list, and the instant at which they became known, ms since epoch. */
interface ListedRows {
  readonly at: number;
  readonly event: Omit<EventOf<'history.listed'>, keyof Stamp>;
}

/** The query of the lists: their reader, and the names and places of the devices at the start of the span. */
export interface ListSpan extends TimeSpan {
  readonly scope: Scope;
  readonly colours: ViewableColours;
  /** The start of the retention period of events and commands, ms since epoch. */
  readonly keptFrom: number;
  readonly devices: readonly ReadableDevice[];
  readonly devicesThen: readonly Device[];
  readonly zoneOfLocation: ReadonlyMap<string, string | null>;
}

const READERS: Readonly<Record<PastListName, (reading: ListReading, span: ListSpan) => Promise<FoundRows>>> = {
  commands: (reading, { colours }) => listedCommands(reading, colours),
  events: listedEvents,
  configuration: (reading, { colours }) => listedChanges(reading, colours),
  treatments: (reading, { scope }) => listedTreatments(reading, scope),
  incidents: (reading, { scope }) => listedIncidents(reading, scope),
};

function readingOf(database: Kysely<Database>, { from, to, devices, devicesThen, zoneOfLocation }: ListSpan): ListReading {
  const then = new Map(devicesThen.map((device) => [device.serial, device]));
  const clocks = new Map<string | null, ReturnType<typeof localTimesIn>>();
  return {
    database,
    serials: devices.map(({ serial }) => serial),
    from: new Date(from - REACH_MS),
    to: new Date(to),
    times: new Map(devices.map(({ serial, times }) => [serial, times])),
    nameOf: (serial) => then.get(serial)?.name ?? serial,
    localTimesOf: (serial) => {
      const zone = zoneOfLocation.get(then.get(serial)?.active_deployment?.location_id ?? '') ?? null;
      const clock = clocks.get(zone) ?? localTimesIn(zone);
      clocks.set(zone, clock);
      return clock;
    },
  };
}

const rowOf = ({ id, serial, at, row }: Version) => ({ id, serial, at, row: masked(row) });

/** The lists whose rows retention removes by age. */
const REMOVED: ReadonlySet<PastListName> = new Set(['commands', 'events']);

/** Returns the instant from which a list is complete, ms since epoch: the instant of its oldest row if there may be older rows. */
function sinceOf(list: PastListName, { versions, isFull }: FoundRows, { from, keptFrom }: ListSpan): number {
  const oldest = isFull ? Math.min(...versions.map(({ at }) => at)) : -Infinity;
  return Math.max(from - REACH_MS, oldest, REMOVED.has(list) ? keptFrom : -Infinity);
}

/** Returns the events of one list. The list may begin within the span; without events if it begins after the span. */
async function eventsOf(list: PastListName, found: FoundRows, span: ListSpan): Promise<readonly ListedRows[]> {
  const { from, to } = span;
  const since = sinceOf(list, found, span);
  const begin = Math.max(from, since);
  if (begin >= to) return [];
  const versions = found.versions.filter(({ at, lastAt = at }) => lastAt >= since);
  const known = versions.toSorted((one, other) => one.knownAt - other.knownAt);
  const first = new Map(known.filter(({ knownAt }) => knownAt <= begin).map((version) => [version.id, version]));
  const later = groupBy(
    known.filter(({ knownAt }) => knownAt > begin && knownAt < to),
    ({ knownAt }) => knownAt,
  );
  const rows = await mapInTurns([...first.values()], rowOf);
  return [
    { at: begin, event: { kind: 'history.listed', list, since, rows: rows.toSorted((one, other) => other.at - one.at) } },
    ...(await mapInTurns([...later], ([at, changed]): ListedRows => ({
      at,
      event: { kind: 'history.listed', list, rows: changed.map(rowOf) },
    }))),
  ];
}

/** Returns the lists of a span as events, within the times that the caller may read of each device. */
export async function pastListEvents(database: Kysely<Database>, span: ListSpan): Promise<readonly ListedRows[]> {
  const reading = readingOf(database, span);
  const nothing: FoundRows = { versions: [], isFull: false };
  const lists = await Promise.all(
    pastListNames.map(async (list) => eventsOf(list, reading.serials.length === 0 ? nothing : await READERS[list](reading, span), span)),
  );
  return lists.flat();
}
