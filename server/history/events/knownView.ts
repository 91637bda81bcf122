/**
 * The difference between the log of a past span and the log as it was known at the time: late reports are left out, and events that were shown instead are
 * added.
 */

import { getAllDevices, type Device } from '#contract/devices/device';
import { isLate, knownAt } from '#domain/history/lateReports';
import type { HistoryKnown, InsteadEvent } from '#streams/event';
import { groupBy } from '../../platform/groupBy.ts';
import { CONNECTED_MS } from '../../fleet/liveReports.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import type { ErrorLists } from './errorLists.ts';
import { inOrder, type TimedEvent } from './eventLog.ts';
import { deviceList, seenBy } from './placesThen.ts';
import { removals, removed, reportEvent } from './reportEvents.ts';

/** The groups of events that make up the log of a span; events of one instant are in the order of the groups. */
export interface LogParts {
  readonly places: readonly TimedEvent[];
  readonly errors: readonly TimedEvent[];
  readonly lists: readonly TimedEvent[];
  /** Newest states before the span: one per device of `before`, in its order. */
  readonly before: readonly TimedEvent[];
  readonly removals: readonly TimedEvent[];
  /** One event per report, in their order. */
  readonly reports: readonly TimedEvent[];
  readonly rest: readonly TimedEvent[];
}

/** Returns the log of a span, sorted by instant. */
export const logOf = ({ places, errors, lists, before, removals: gone, reports, rest }: LogParts): readonly TimedEvent[] =>
  inOrder([...places, ...errors, ...lists, ...before, ...gone, ...reports, ...rest]);

/** The reports of one device: the newest one before the span, the newest one that had arrived before the span, and the ones in the span, in their order. */
interface DeviceReports {
  readonly before: KeptReport | undefined;
  readonly knownBefore: KeptReport | undefined;
  readonly inSpan: readonly KeptReport[];
}

/**
 * Returns the events of a device in a span as they were known, after `knownBefore`: at each instant the newest report that had arrived. A silent device is
 * removed; stored reports alone do not list a device.
 */
function knownEvents(
  span: TimeSpan,
  { before, knownBefore, inSpan }: DeviceReports,
  eventOf: (report: KeptReport) => TimedEvent,
): readonly TimedEvent[] {
  const arriving = [...(before === undefined || before === knownBefore ? [] : [before]), ...inSpan]
    .filter((report) => knownAt(report) < span.to)
    .toSorted((one, other) => knownAt(one) - knownAt(other) || one.receivedAt - other.receivedAt || one.sequence - other.sequence);
  const listed: KeptReport[] = [];
  const events: TimedEvent[] = [];
  let newest = knownBefore;
  for (const report of arriving) {
    if (newest !== undefined && report.receivedAt < newest.receivedAt) continue;
    newest = report;
    const at = knownAt(report);
    if (at - report.receivedAt > CONNECTED_MS) events.push(reportEvent(report, at), removed(report.serial, at));
    else {
      events.push(at === report.receivedAt ? eventOf(report) : reportEvent(report, at));
      listed.push(report);
    }
  }
  return [...removals(span, knownBefore === undefined ? [] : [knownBefore], listed), ...events];
}

/** Returns the difference between two logs that share events; both are sorted. Source: KNOWN1. */
export function logDifference(log: readonly TimedEvent[], known: readonly TimedEvent[], firstSeq: number): Omit<HistoryKnown, 'late'> {
  const places = new Map(log.map((event, index) => [event, index]));
  const without: number[] = [];
  const instead: InsteadEvent[] = [];
  let next = 0;
  for (const event of known) {
    const place = places.get(event) ?? -1;
    if (place < next) {
      instead.push({ before: firstSeq + next, ...event });
      continue;
    }
    for (; next < place; next += 1) without.push(firstSeq + next);
    next = place + 1;
  }
  for (; next < log.length; next += 1) without.push(firstSeq + next);
  return { without, instead };
}

/** Returns the reports that arrived late, by device; omits reports that never arrived for the caller. */
const lateReports = (reports: readonly KeptReport[]): HistoryKnown['late'] =>
  [
    ...groupBy(
      reports.filter((report) => isLate(report) && Number.isFinite(knownAt(report))),
      ({ serial }) => serial,
    ),
  ].map(([serial, late]) => ({
    serial,
    reports: late.map((report) => [report.receivedAt, knownAt(report)] as const),
  }));

/** The data read for a span. `knownBefore` has the devices whose newest report before the span had not arrived by then, with the newest report that had. */
interface ReadSpan {
  readonly span: TimeSpan;
  readonly before: ReadonlyMap<string, KeptReport>;
  readonly knownBefore: ReadonlyMap<string, KeptReport>;
  readonly reports: readonly KeptReport[];
  readonly errors: ErrorLists;
  readonly devicesThen: readonly Device[];
}

/** Returns the devices with reports that arrived late, by serial, with all their reports. */
function lateDevices({ span: { from }, before, knownBefore, reports }: ReadSpan) {
  const bySerial = groupBy(reports, ({ serial }) => serial);
  return [...new Set([...before.keys(), ...bySerial.keys()])].flatMap((serial) => {
    const newest = before.get(serial);
    const isKnown = newest === undefined || knownAt(newest) <= from;
    const found: DeviceReports = {
      before: newest,
      knownBefore: isKnown ? newest : knownBefore.get(serial),
      inSpan: bySerial.get(serial) ?? [],
    };
    return isKnown && !found.inSpan.some(isLate) ? [] : [[serial, found] as const];
  });
}

/** Returns the lists of places with the known `last_seen` of each device. */
function knownPlaces(places: LogParts['places'], late: ReadonlyMap<string, DeviceReports>, { span: { from }, devicesThen }: ReadSpan) {
  const changed = [...late].filter(([, { before, knownBefore }]) => before !== knownBefore);
  if (changed.length === 0) return places;
  const lastSeen = new Map(changed.map(([serial, { knownBefore }]) => [serial, knownBefore?.receivedAt]));
  const list = deviceList(from, seenBy(devicesThen, lastSeen));
  return places.map((place) => ('call' in place.event && place.event.call === getAllDevices.name ? list : place));
}

/** Returns the events of a span as they were known. */
function knownParts(parts: LogParts, late: ReadonlyMap<string, DeviceReports>, read: ReadSpan): LogParts {
  const { span, before, reports, errors } = read;
  const isOther = ({ event }: TimedEvent) => !('serial' in event && late.has(event.serial));
  const eventOf = new Map(reports.map((report, index) => [report, parts.reports[index]]));
  const errorsKnown = new Map(errors.known.flatMap(({ all, known }) => all.map((event, index) => [event, index === 0 ? known : []])));
  const begins = [...before.keys()].flatMap((serial, index) => {
    const event = parts.before[index];
    const found = late.get(serial);
    if (found !== undefined && found.knownBefore !== found.before)
      return found.knownBefore === undefined ? [] : [reportEvent(found.knownBefore, span.from)];
    return event === undefined ? [] : [event];
  });
  const own = [...late.values()].flatMap((found) => knownEvents(span, found, (report) => eventOf.get(report) ?? reportEvent(report)));
  return {
    ...parts,
    places: knownPlaces(parts.places, late, read),
    errors: parts.errors.flatMap((event) => errorsKnown.get(event) ?? [event]),
    before: begins,
    removals: parts.removals.filter(isOther),
    reports: [...parts.reports.filter(isOther), ...own],
  };
}

/**
 * Returns the difference between the log of a span, whose events are numbered from 1, and the knowledge at its instants; null if they are equal. Source:
 * KNOWN1.
 */
export function knownPart(parts: LogParts, log: readonly TimedEvent[], read: ReadSpan): HistoryKnown | null {
  const late = new Map(lateDevices(read));
  const arrived = lateReports([...read.before.values(), ...read.knownBefore.values(), ...read.reports]);
  if (late.size === 0 && read.errors.known.length === 0 && arrived.length === 0) return null;
  const { without, instead } = logDifference(log, logOf(knownParts(parts, late, read)), 1);
  return arrived.length + without.length + instead.length === 0 ? null : { late: arrived, without, instead };
}
