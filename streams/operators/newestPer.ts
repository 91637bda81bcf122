import { RAW_STATE_CALL } from '#contract/fleet/rawState';
import { hasContent, type ReportedState } from '#contract/fleet/reportedState';
import { defer, filter, map, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import type { EventPayload } from '../event.ts';
import { parseInstantMs } from '../parse/instantMs.ts';
import type { SourcedEvents, ListedDevices } from '../stamp.ts';

/**
 * Maximum time, in ms, by which a report may be ahead of the console's clock. Beyond this, the device's clock is wrong, and the report is treated as if made
 * now.
 */
const AHEAD_MS = 60_000;

type Report = Extract<EventPayload, { kind: 'device.stateReported' }>;

interface Newest {
  reportedAt: number;
  state: ReportedState;
  /** Whether any part of the state could be read; determined once, because reports are frequent. */
  isReadable: boolean;
  /** True for a report from the future, which must not make later reports look old. */
  isAhead: boolean;
  isRemoved: boolean;
  /** Instant at which the device was last seen, in ms since epoch by the console's clock. */
  seenAt: number;
}

/** The memory of one subscription; it is mutated because thousands of reports pass per second. */
interface Memory {
  readonly bySerial: Map<string, Newest>;
  offsetMs: number;
}

function isSame(a: ReportedState, b: ReportedState): boolean {
  const fields = Object.entries(a);
  const others: Readonly<Record<string, unknown>> = b;
  return fields.length === Object.keys(b).length && fields.every(([name, value]) => others[name] === value);
}

// The server sends the newest state again, with the new user in control, when control changes hands. A response that was requested earlier, with the previous
// user, may arrive later.
function isOlderControl(known: ReportedState, report: ReportedState): boolean {
  if (known.controller_since == null || report.controller_since == null) return false;
  return parseInstantMs(report.controller_since) < parseInstantMs(known.controller_since);
}

/** Returns whether a report is stale: older than the known one, or unreadable while the known one is readable. */
function isStale(newest: Newest, reportedAt: number, isReadable: boolean): boolean {
  return newest.isReadable === isReadable ? reportedAt < newest.reportedAt && !newest.isAhead : newest.isReadable;
}

/** Keeps the known state: a stale report only proves that its device is connected, so a removed device returns with its known state. */
function keepKnown(newest: Newest, serial: string, now: number): EventPayload | null {
  if (!newest.isRemoved) return null;
  newest.isRemoved = false;
  return { kind: 'device.stateReported', serial, reportedAt: newest.isAhead ? now : newest.reportedAt, state: newest.state };
}

function judge(memory: Memory, received: Report, at: number, isPresence: boolean): EventPayload | null {
  const now = at + memory.offsetMs;
  const report = Number.isNaN(received.reportedAt) ? { ...received, reportedAt: now } : received;
  const { serial, reportedAt, state } = report;
  const newest = memory.bySerial.get(serial);
  const isAhead = reportedAt > now + AHEAD_MS;
  const isReadable = hasContent(state);
  if (newest === undefined) memory.bySerial.set(serial, { reportedAt, state, isReadable, isAhead, isRemoved: !isPresence, seenAt: at });
  else {
    if (isPresence) newest.seenAt = at;
    if (isStale(newest, reportedAt, isReadable)) return isPresence ? keepKnown(newest, serial, now) : null;
    if (reportedAt === newest.reportedAt && isOlderControl(newest.state, state)) return null;
    if (reportedAt === newest.reportedAt && !(newest.isRemoved && isPresence) && isSame(newest.state, state)) return null;
    newest.reportedAt = reportedAt;
    newest.state = state;
    newest.isReadable = isReadable;
    newest.isAhead = isAhead;
    if (isPresence) newest.isRemoved = false;
  }
  return isAhead ? { ...report, reportedAt: now } : report;
}

function remember(memory: Memory, payload: EventPayload): EventPayload {
  if (payload.kind === 'session.closed') memory.bySerial.clear();
  if (payload.kind === 'clock.offsetMeasured') memory.offsetMs = payload.offsetMs;
  return payload;
}

/** Returns `device.removed` for each device that is missing in the newest list of all devices, including devices known only from a push. */
function removedDevices({ bySerial }: Memory, { serials, requestedAt }: ListedDevices): readonly EventPayload[] {
  const gone: EventPayload[] = [];
  for (const [serial, newest] of bySerial) {
    // A device that reported after the request may have connected meanwhile, so the next list decides.
    if (newest.isRemoved || serials.has(serial) || newest.seenAt > requestedAt) continue;
    newest.isRemoved = true;
    gone.push({ kind: 'device.removed', serial });
  }
  return gone;
}

function dropStale(memory: Memory, { source, events, presence }: SourcedEvents, now: number): SourcedEvents {
  // `raw_state` also returns the state of removed devices, so it does not prove presence.
  const isPresence = source !== RAW_STATE_CALL;
  const fresh: EventPayload[] = [];
  for (const payload of events) {
    const kept = payload.kind === 'device.stateReported' ? judge(memory, payload, now, isPresence) : remember(memory, payload);
    if (kept !== null) fresh.push(kept);
  }
  return { source, events: presence === undefined ? fresh : [...fresh, ...removedDevices(memory, presence)] };
}

/**
 * Drops stale reports: a report that is older than the newest of its device, equal to it, or of the same instant with older control. A removed device returns
 * with the next report, or with the known one if that report is stale. A device that is missing in the newest list of all devices is removed. A report from a
 * clock that runs ahead, or without a readable time, is treated as if made now. An unreadable report never replaces a known state, and any other report
 * replaces it. The memory is cleared when the session closes.
 */
export function newestPer(clock: SchedulerLike): MonoTypeOperatorFunction<SourcedEvents> {
  return (sourced$) =>
    defer(() => {
      const memory: Memory = { bySerial: new Map(), offsetMs: 0 };
      return sourced$.pipe(
        map((sourced) => dropStale(memory, sourced, clock.now())),
        filter(({ events }) => events.length > 0),
      );
    });
}
