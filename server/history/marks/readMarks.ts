/**
 * The marks of a past span, from the tables of all features: errors, commands, control, configuration, incidents, treatments, silences, events, late reports.
 */

import { sql, type Kysely } from 'kysely';
import type { Mark } from '#domain/history/episodes';
import { ownPart, isWithin } from '#domain/devices/ownershipPeriods';
import { finishOf } from '#domain/treatments/finishStatus';
import { ageText } from '#domain/text/duration';
import { countText, wordText } from '#domain/text/labels';
import { DAY_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { groupBy } from '../../platform/groupBy.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { ReadableDevice, ReadableTimes } from '../../locations/visibility.ts';
import { areReadable, meetReadable } from '../reports/readableRows.ts';
import { isReadableAt, type ReportSpan } from '../reports/reportSpan.ts';
import { isOfViewableGroup, requestedAt } from '../../configuration/changeHistory.ts';
import type { ViewableColours } from '../../configuration/viewable.ts';
import { readSilences } from './silences.ts';

/** Maximum number of marks of one kind in a response. */
export const MAX_MARKS = 5_000;

/** A mark without the location of its device. */
type Found = Omit<Mark, 'locationId'>;
type Times = ReadonlyMap<string, ReadableTimes>;

/** The marks of one kind that a caller may read; `isFull` if older rows of the kind were left out. */
interface OfKind {
  readonly marks: readonly Found[];
  readonly isFull: boolean;
}

const ofKind = <Row>(rows: readonly Row[], marksOf: (row: Row) => readonly Found[]): OfKind => ({
  marks: rows.flatMap(marksOf),
  isFull: rows.length >= MAX_MARKS,
});

/** The query of marks: the devices with the times that the caller may read, and the span. */
interface Reading {
  readonly database: Kysely<Database>;
  readonly serials: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly times: Times;
  readonly now: number;
  /** Whether only notable marks are read, so that other marks do not use up the limit. */
  readonly isNotableOnly: boolean;
}

const isOwn = (times: Times, serial: string, at: number): boolean => isReadableAt(times.get(serial), at);

const once = (at: Date) => ({ at: at.getTime(), to: at.getTime() });

/** Returns the part of a period that the caller may read; null if there is none. */
function ownPeriod(times: Times, serial: string, period: { readonly from: number; readonly until: number | null }) {
  const own = times.get(serial);
  return own === undefined ? null : own === 'all' ? period : ownPart(own, period);
}

const ref = (column: string) => sql.ref(column);

async function errors({ database, serials, from, to, times }: Reading): Promise<OfKind> {
  const rows = await database
    .selectFrom('error_period')
    .select(['serial', 'start_time', 'stop_time', 'error_code'])
    .where('serial', 'in', serials)
    .where('start_time', '<', to)
    .where((on) => on.or([on('stop_time', 'is', null), on('stop_time', '>=', from)]))
    .where(meetReadable({ times }, ref('serial'), ref('start_time'), ref('stop_time')))
    .orderBy('start_time', 'desc')
    .limit(MAX_MARKS)
    .execute();
  return ofKind(rows, ({ serial, start_time, stop_time, error_code }): readonly Found[] => {
    const own = ownPeriod(times, serial, { from: start_time.getTime(), until: stop_time?.getTime() ?? null });
    if (own === null) return [];
    const text = error_code === null ? 'In error' : `Error ${error_code}`;
    return [{ kind: 'error', at: own.from, to: own.until, serial, text, code: error_code, id: null, isNotable: true }];
  });
}

/** SQL for a notable command: a person took over control or stopped a device, or the command failed or expired. */
const isNotableCommand = sql<boolean>`(command = 'stop_immediately' or status in ('failed', 'expired')
  or (command = 'take_control' and holder <> '' and holder <> given_by))`;

async function commands({ database, serials, from, to, times, isNotableOnly }: Reading): Promise<OfKind> {
  const rows = await database
    .selectFrom('command')
    .select(['id', 'device_serial as serial', 'command', 'given_at', 'given_by', 'given_by_name', 'holder', 'status'])
    .where('device_serial', 'in', serials)
    .where(areReadable({ times }, ref('device_serial'), ref('given_at')))
    .where('given_at', '>=', from)
    .where('given_at', '<', to)
    // The server's own requests for data are not actions of a person.
    .where('command', 'not in', ['report', 'fetch'])
    .$if(isNotableOnly, (query) => query.where(isNotableCommand))
    .orderBy('given_at', 'desc')
    .limit(MAX_MARKS)
    .execute();
  return ofKind(rows, ({ id, serial, command, given_at, given_by, given_by_name, holder, status }): readonly Found[] => {
    if (!isOwn(times, serial, given_at.getTime())) return [];
    const isTaken = command === 'take_control' && holder !== null && holder !== '' && holder !== given_by;
    const kind = command === 'take_control' || command === 'release_control' ? 'control' : 'command';
    const text = isTaken ? `${given_by_name} took over control` : `${wordText(command)}: ${given_by_name}`;
    const isNotable = isTaken || command === 'stop_immediately' || status === 'failed' || status === 'expired';
    return [{ kind, ...once(given_at), serial, text, code: null, id, isNotable }];
  });
}

/** Reads the changes of configuration that the caller may view, without the changes recorded by an earlier release, whose group is unknown. */
async function configurations({ database, serials, from, to, times }: Reading, colours: ViewableColours): Promise<OfKind> {
  const rows = await database
    .selectFrom('config_change')
    .select(['serial', 'file_name', 'by_name', 'at', requestedAt.as('given_at'), sql<number>`count(*)::int`.as('count')])
    .where('serial', 'in', serials)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where(sql<boolean>`coalesce(${isOfViewableGroup(colours)}, false)`)
    .where(areReadable({ times }, ref('serial'), ref('at')))
    .where(areReadable({ times }, ref('serial'), requestedAt))
    .groupBy(['serial', 'file_name', 'by_name', 'at', 'given_at'])
    .orderBy('at', 'desc')
    .limit(MAX_MARKS)
    .execute();
  return ofKind(rows, ({ serial, file_name, by_name, at, given_at, count }): readonly Found[] => {
    if (!isOwn(times, serial, at.getTime()) || !isOwn(times, serial, (given_at ?? at).getTime())) return [];
    const text = `${countText(count, 'parameter')} of ${file_name} changed: ${by_name}`;
    return [{ kind: 'configuration', ...once(at), serial, text, code: null, id: null, isNotable: false }];
  });
}

async function incidents({ database, serials, from, to, times }: Reading): Promise<OfKind> {
  const rows = await database
    .selectFrom('incident')
    .select(['incident_id', 'serial', 'incident_time', 'error_code', 'manually_triggered'])
    .where('serial', 'in', serials)
    .where('incident_time', '>=', from)
    .where('incident_time', '<', to)
    .where(areReadable({ times }, ref('serial'), ref('incident_time')))
    .orderBy('incident_time', 'desc')
    .limit(MAX_MARKS)
    .execute();
  return ofKind(rows, ({ incident_id, serial, incident_time, error_code, manually_triggered }): readonly Found[] => {
    if (!isOwn(times, serial, incident_time.getTime())) return [];
    const text = error_code === null ? (manually_triggered ? 'Incident, triggered by hand' : 'Incident') : `Incident ${error_code}`;
    return [{ kind: 'incident', ...once(incident_time), serial, text, code: error_code, id: incident_id, isNotable: true }];
  });
}

/** SQL for the start of a treatment; its creation if it has not started. */
const BEGAN = sql<Date>`coalesce(start_time, creation_time)`;
/** Maximum time from the creation of a treatment to its end, in ms, for which its mark is found; it limits how far back the search goes. */
const LONGEST_TREATMENT_MS = 7 * DAY_MS;

async function treatments({ database, serials, from, to, times, isNotableOnly }: Reading): Promise<OfKind> {
  const rows = await database
    .selectFrom('treatment')
    .select(['treatment_id', 'serial', 'mission_id', 'start_time', 'creation_time', 'finish_time', 'finish_status', 'reached_end'])
    .where('serial', 'in', serials)
    .where('creation_time', '>=', new Date(from.getTime() - LONGEST_TREATMENT_MS))
    .where('creation_time', '<', new Date(to.getTime() + DAY_MS))
    .where(BEGAN, '<', to)
    .where(sql<boolean>`coalesce(finish_time, ${BEGAN}) >= ${from}`)
    .where(meetReadable({ times }, ref('serial'), BEGAN, ref('finish_time')))
    .$if(isNotableOnly, (query) => query.where('finish_status', 'in', ['partially_completed', 'paused', 'stopped', 'failed']))
    .orderBy('creation_time', 'desc')
    .limit(MAX_MARKS)
    .execute();
  return ofKind(rows, (row): readonly Found[] => {
    const began = (row.start_time ?? row.creation_time).getTime();
    const own = ownPeriod(times, row.serial, { from: began, until: row.finish_time?.getTime() ?? null });
    if (own === null) return [];
    const { tone, label } = finishOf(row.finish_status, row.reached_end);
    const text = `Treatment ${row.mission_id}: ${label}`;
    const isNotable = tone === 'warning' || tone === 'danger';
    return [{ kind: 'treatment', at: own.from, to: own.until, serial: row.serial, text, code: null, id: row.treatment_id, isNotable }];
  });
}

/** Reads the events that devices reported, with the devices' own texts. */
async function events({ database, serials, from, to, times }: Reading): Promise<OfKind> {
  const rows = await database
    .selectFrom('device_event')
    .select(['serial', 'at', 'level', 'message'])
    .where('serial', 'in', serials)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where(areReadable({ times }, ref('serial'), ref('at')))
    .orderBy('at', 'desc')
    .limit(MAX_MARKS)
    .execute();
  return ofKind(rows, ({ serial, at, level, message }): readonly Found[] => {
    if (!isOwn(times, serial, at.getTime())) return [];
    return [{ kind: 'event', ...once(at), serial, text: `${wordText(level)}: ${message}`, code: null, id: null, isNotable: false }];
  });
}

/** Returns the spans of the late reports, except reports that arrived while the device worked for another organisation. */
async function lateSpans({ database, serials, from, to, times }: Reading): Promise<OfKind> {
  const rows = await database
    .selectFrom('late_span')
    .select(['serial', 'from_at', 'to_at', 'arrived_at'])
    .where('serial', 'in', serials)
    .where('from_at', '<', to)
    .where('to_at', '>=', from)
    .where(meetReadable({ times }, ref('serial'), ref('from_at'), ref('to_at')))
    .where(areReadable({ times }, ref('serial'), ref('arrived_at')))
    .orderBy('to_at', 'desc')
    .limit(MAX_MARKS)
    .execute();
  return ofKind(rows, ({ serial, from_at, to_at, arrived_at }): readonly Found[] => {
    const own = ownPeriod(times, serial, { from: from_at.getTime(), until: to_at.getTime() });
    if (own === null || !isOwn(times, serial, arrived_at.getTime())) return [];
    const text = `Reports received ${ageText(arrived_at.getTime() - own.from)} later`;
    return [{ kind: 'late', at: own.from, to: own.until, serial, text, code: null, id: null, isNotable: false }];
  });
}

async function silences(store: HistoryStore, reading: Reading, devices: readonly ReadableDevice[]): Promise<OfKind> {
  const span = { from: reading.from.getTime(), to: reading.to.getTime() };
  const found = await readSilences(store, { ...span, devices, now: reading.now }, MAX_MARKS);
  return ofKind(found, ({ serial, at, to }): readonly Found[] => [
    { kind: 'offline', at, to, serial, text: 'Offline', code: null, id: null, isNotable: true },
  ]);
}

/** Returns the deployments by device: the periods with their locations. */
async function placesOf(database: Kysely<Database>, serials: readonly string[]) {
  const rows = await database
    .selectFrom('deployment')
    .select(['device_serial', 'location_id', 'creation_date', 'closed_date'])
    .where('device_serial', 'in', serials)
    .execute();
  const bySerial = groupBy(rows, ({ device_serial }) => device_serial);
  return (serial: string, at: number): string | null =>
    bySerial.get(serial)?.find((row) => isWithin({ from: row.creation_date.getTime(), until: row.closed_date?.getTime() ?? null }, at))
      ?.location_id ?? null;
}

/** The marks of a span, and whether the oldest marks of a kind were left out because there are too many. */
export interface Marks {
  readonly marks: readonly Mark[];
  readonly hasOlder: boolean;
}

/**
 * The query of the marks: `hasEvents` adds the events that devices reported, of which there may be many; `hasSilences` is false for a span that is too long to
 * search for silences.
 */
interface MarkSpan extends ReportSpan {
  /** The current time, ms since epoch; no mark is later. */
  readonly now: number;
  readonly isNotableOnly?: boolean;
  readonly hasEvents?: boolean;
  readonly hasSilences?: boolean;
}

/** Returns the marks that overlap a span, oldest first, within the times that the caller may read of each device. */
export async function readMarks(
  store: HistoryStore,
  { from, to, devices, now, isNotableOnly = false, hasEvents = false, hasSilences = true }: MarkSpan,
  colours: ViewableColours,
): Promise<Marks> {
  const { database } = store;
  if (devices.length === 0) return { marks: [], hasOlder: false };
  const serials = devices.map(({ serial }) => serial);
  const times = new Map(devices.map((device) => [device.serial, device.times]));
  const reading = { database, serials, from: new Date(from), to: new Date(to), times, now, isNotableOnly };
  const [placeOf, ...kinds] = await Promise.all([
    placesOf(database, serials),
    errors(reading),
    commands(reading),
    // Changes of a configuration are never notable.
    isNotableOnly ? null : configurations(reading, colours),
    incidents(reading),
    treatments(reading),
    hasSilences ? silences(store, reading, devices) : null,
    hasEvents ? events(reading) : null,
    isNotableOnly ? null : lateSpans(reading),
  ]);
  const found = kinds.flatMap((kind) => kind?.marks ?? []);
  const marks = await mapInTurns(found, (mark): Mark => ({ ...mark, locationId: placeOf(mark.serial, mark.at) }));
  return { marks: marks.toSorted((one, other) => one.at - other.at), hasOlder: kinds.some((kind) => kind?.isFull === true) };
}
