import { getRawState } from '#contract/machine';
import type { ReportedState } from '#contract/state';
import { defer, filter, map, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import type { News } from '../event.ts';
import { instantMs } from '../instantMs.ts';
import type { Arrival, Presence } from '../stamp.ts';

/** A report may be this far ahead of our clock, in ms; beyond it its clock is wrong, and it counts as of now. */
const AHEAD_MS = 60_000;

type Report = Extract<News, { kind: 'device.stateReported' }>;

interface Newest {
  reportedAt: number;
  state: ReportedState;
  /** A report from the future must not make those that follow look old. */
  isAhead: boolean;
  hasVanished: boolean;
  /** When the console was last told that it is there, ms since epoch by its own clock. */
  seenAt: number;
}

/** What the operator knows; one per subscription, written in place because thousands of reports pass per second. */
interface Memory {
  readonly bySerial: Map<string, Newest>;
  offsetMs: number;
}

function isSame(a: ReportedState, b: ReportedState): boolean {
  const fields = Object.entries(a);
  const others: Readonly<Record<string, unknown>> = b;
  return fields.length === Object.keys(b).length && fields.every(([name, value]) => others[name] === value);
}

// When control changes hands the server says the newest state again, with the new holder. What was asked before comes after it, with the old one.
function isOlderControl(known: ReportedState, said: ReportedState): boolean {
  if (known.controller_since == null || said.controller_since == null) return false;
  return instantMs(said.controller_since) < instantMs(known.controller_since);
}

function judge(memory: Memory, report: Report, at: number, isPresence: boolean): News | null {
  const { serial, reportedAt, state } = report;
  const newest = memory.bySerial.get(serial);
  const now = at + memory.offsetMs;
  const isAhead = reportedAt > now + AHEAD_MS;
  if (newest === undefined) memory.bySerial.set(serial, { reportedAt, state, isAhead, hasVanished: !isPresence, seenAt: at });
  else {
    if (isPresence) newest.seenAt = at;
    if (reportedAt < newest.reportedAt && !newest.isAhead) return null;
    if (reportedAt === newest.reportedAt && isOlderControl(newest.state, state)) return null;
    if (reportedAt === newest.reportedAt && !(newest.hasVanished && isPresence) && isSame(newest.state, state)) return null;
    newest.reportedAt = reportedAt;
    newest.state = state;
    newest.isAhead = isAhead;
    if (isPresence) newest.hasVanished = false;
  }
  return isAhead ? { ...report, reportedAt: now } : report;
}

function note(memory: Memory, item: News): News {
  if (item.kind === 'session.closed') memory.bySerial.clear();
  if (item.kind === 'clock.compared') memory.offsetMs = item.offsetMs;
  return item;
}

/** The devices that were there and that the newest list of all devices lacks, also those known by a push alone. */
function vanished({ bySerial }: Memory, { serials, askedAt }: Presence): readonly News[] {
  const gone: News[] = [];
  for (const [serial, newest] of bySerial) {
    // One that reported after the list was asked for may have connected meanwhile: the next list tells.
    if (newest.hasVanished || serials.has(serial) || newest.seenAt > askedAt) continue;
    newest.hasVanished = true;
    gone.push({ kind: 'device.vanished', serial });
  }
  return gone;
}

function kept(memory: Memory, { source, news, presence }: Arrival, now: number): Arrival {
  // The newest report of one device is told of lost devices too: it says nothing about being there.
  const isPresence = source !== getRawState.name;
  const fresh: News[] = [];
  for (const item of news) {
    const said = item.kind === 'device.stateReported' ? judge(memory, item, now, isPresence) : note(memory, item);
    if (said !== null) fresh.push(said);
  }
  return { source, news: presence === undefined ? fresh : [...fresh, ...vanished(memory, presence)] };
}

/**
 * Drops reports that are no news: one older than the newest of its device, one equal to it, and one of its instant with older control. A device that vanished is news again with the
 * same report. A device that the newest list of all devices lacks has vanished. A report from a clock that runs ahead is kept as of now. Forgets everything when the session closes.
 */
export function newestPer(clock: SchedulerLike): MonoTypeOperatorFunction<Arrival> {
  return (arrivals$) =>
    defer(() => {
      const memory: Memory = { bySerial: new Map(), offsetMs: 0 };
      return arrivals$.pipe(
        map((arrival) => kept(memory, arrival, clock.now())),
        filter(({ news }) => news.length > 0),
      );
    });
}
