/** The backlog: reports, past states, treatments and logs that wait for the database, and its limits. */

import type { DataMessage } from '#contract/messages/deviceMessage';
import { slotOf, type DeviceReport } from '../deviceReport.ts';
import { reportKindOf } from '../liveReport.ts';
import type { ErrorTransition } from './errorTransition.ts';
import { MAX_LOGS, type ReceivedLog } from './receivedLog.ts';

type TreatmentMessage = Extract<DataMessage, { data_group: 'treatment' }>;
type Of<Group> = Extract<DataMessage, { data_group: Group }>['data'];
/** Metrics of a device; `receivedAt` in ms since epoch. */
interface MetricsReport {
  readonly serial: string;
  readonly receivedAt: number;
  readonly data: Of<'metrics'>;
}
/** A device's report of a treatment. */
export interface TreatmentReport {
  readonly serial: string;
  /** In ms since epoch. */
  readonly receivedAt: number;
  /** Time, in ms, by which the device's clock was ahead of the server's when the report arrived; 0 by default. */
  readonly aheadMs?: number | undefined;
  /** Whether the device's clock was measured to be right when the report arrived; false by default. */
  readonly isClockRight?: boolean | undefined;
  /** The fields of `data` that could not be read: their stored values stay. None by default. */
  readonly dropped?: readonly string[] | undefined;
  readonly data: Of<'treatment'>;
  /** Set if the report is one of several parts. */
  readonly share?: TreatmentShare;
}

/** The part of a report's jobs that one message carries; `time` is that of the report, by the device's clock. */
export interface TreatmentShare {
  readonly part: number;
  readonly parts: number;
  readonly time: string;
}

/** Unwritten data: the newest report per slot, all state reports for the history, and all error transitions and device logs. */
export interface Backlog {
  readonly newest: Map<string, { readonly report: DeviceReport; readonly receivedAt: number }>;
  readonly metrics: Map<string, MetricsReport>;
  readonly treatments: Map<string, TreatmentReport>;
  readonly transitions: ErrorTransition[];
  readonly history: DeviceReport[];
  readonly logs: ReceivedLog[];
}

/** State reports kept while the database is unavailable: over three minutes of 1,000 devices. Beyond it the oldest history is dropped and counted. */
export const MAX_HISTORY = 200_000;
const MAX_TRANSITIONS = 50_000;
/** Treatments kept while the database is unavailable: five for each of 1,000 devices. Beyond it the oldest are dropped and counted. */
export const MAX_TREATMENTS = 5_000;

/** Returns an empty backlog. */
export const emptyBacklog = (): Backlog => ({
  newest: new Map(),
  metrics: new Map(),
  treatments: new Map(),
  transitions: [],
  history: [],
  logs: [],
});

/** Adds a report, which replaces the previous one of its slot. State reports are also added to the history. */
export function addReport(backlog: Backlog, report: DeviceReport, receivedAt: number): void {
  backlog.newest.set(slotOf(report.push.serial, reportKindOf(report.push)), { report, receivedAt });
  if (report.push.type === 'state') backlog.history.push(report);
}

/** Adds a past state of a device. A run of equal states is reduced to its first and last; the last one gets the first code of the states between them. */
export function addPastState(backlog: Backlog, moment: Extract<ErrorTransition, { kind: 'kept' }>): void {
  const { transitions } = backlog;
  const isInError = moment.nextState === null;
  const isSame = (one: ErrorTransition | undefined) =>
    one?.kind === 'kept' && one.serial === moment.serial && (one.nextState === null) === isInError && one.at <= moment.at;
  const last = transitions.at(-1);
  const isBetween = isSame(last) && isSame(transitions.at(-2));
  if (isBetween) transitions.pop();
  const code = isBetween && last?.kind === 'kept' ? (last.code ?? moment.code) : moment.code;
  transitions.push({ ...moment, code });
}

/** Moves an entry to the end, even if its key exists: entries written later must not be older. */
function putLast<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
}

/**
 * Adds a report of a treatment, which replaces the previous report of that treatment. A part of a report replaces only an earlier copy of the same part, and a
 * report with unreadable fields only another one with the same unreadable fields: each has fields that the others lack.
 */
export function addTreatmentReport(backlog: Backlog, message: TreatmentMessage, received: Omit<TreatmentReport, 'data' | 'share'>): void {
  const { part, parts, time, data } = message;
  const key = `${received.serial}/${data.treatment_id}`;
  const dropped = (received.dropped ?? []).toSorted().join(',');
  if (part === undefined || parts === undefined)
    return putLast(backlog.treatments, dropped === '' ? key : `${key}/dropped ${dropped}`, { ...received, data });
  return putLast(backlog.treatments, `${key}/${time}/${part}`, { ...received, data, share: { part, parts, time } });
}

/** Merges a failed write with the data received since, in order, within the limits. `lost` is the number of dropped entries. */
export function mergeFailedWrite(failed: Backlog, since: Backlog): { backlog: Backlog; lost: number } {
  const history = [...failed.history, ...since.history];
  const logs = [...failed.logs, ...since.logs];
  const merged = new Map(failed.treatments);
  for (const [key, report] of since.treatments) putLast(merged, key, report);
  const treatments = [...merged];
  const [lostHistory, lostLogs] = [Math.max(0, history.length - MAX_HISTORY), Math.max(0, logs.length - MAX_LOGS)];
  const lostTreatments = Math.max(0, treatments.length - MAX_TREATMENTS);
  return {
    lost: lostHistory + lostLogs + lostTreatments,
    backlog: {
      newest: new Map([...failed.newest, ...since.newest]),
      metrics: new Map([...failed.metrics, ...since.metrics]),
      treatments: new Map(treatments.slice(lostTreatments)),
      transitions: [...failed.transitions, ...since.transitions].slice(-MAX_TRANSITIONS),
      history: history.slice(lostHistory),
      logs: logs.slice(lostLogs),
    },
  };
}

type Entry = (backlog: Backlog) => void;

/** Returns the entries of a backlog in the order in which they are written, each as the function that adds it to another backlog. */
const entriesOf = ({ newest, metrics, treatments, transitions, history, logs }: Backlog): readonly Entry[] => [
  ...history.map(
    (one): Entry =>
      (to) =>
        void to.history.push(one),
  ),
  ...[...newest].map(
    ([key, one]): Entry =>
      (to) =>
        void to.newest.set(key, one),
  ),
  ...[...metrics].map(
    ([key, one]): Entry =>
      (to) =>
        void to.metrics.set(key, one),
  ),
  ...[...treatments].map(
    ([key, one]): Entry =>
      (to) =>
        void to.treatments.set(key, one),
  ),
  ...transitions.map(
    (one): Entry =>
      (to) =>
        void to.transitions.push(one),
  ),
  ...logs.map(
    (one): Entry =>
      (to) =>
        void to.logs.push(one),
  ),
];

function backlogOf(entries: readonly Entry[]): Backlog {
  const backlog = emptyBacklog();
  for (const add of entries) add(backlog);
  return backlog;
}

/** Splits a backlog into two by device; null when all data belongs to one device. */
export function halvesByDevice(backlog: Backlog): readonly [Backlog, Backlog] | null {
  const { newest, metrics, treatments, transitions, history, logs } = backlog;
  const named = [...metrics.values(), ...treatments.values(), ...transitions, ...logs].map(({ serial }) => serial);
  const serials = [...new Set([...[...newest.values()].map(({ report }) => report.push.serial), ...named])];
  if (serials.length < 2) return null;
  const first = new Set(serials.slice(0, Math.ceil(serials.length / 2)));
  const part = (isFirst: boolean): Backlog => {
    const isIn = ({ serial }: { readonly serial: string }) => first.has(serial) === isFirst;
    return {
      newest: new Map([...newest].filter(([, { report }]) => isIn(report.push))),
      metrics: new Map([...metrics].filter(([, one]) => isIn(one))),
      treatments: new Map([...treatments].filter(([, one]) => isIn(one))),
      transitions: transitions.filter(isIn),
      history: history.filter(({ push }) => isIn(push)),
      logs: logs.filter(isIn),
    };
  };
  return [part(true), part(false)];
}

/** Splits a backlog into two by message, in the order in which they are written; null for a single message. */
export function halvesByMessage(backlog: Backlog): readonly [Backlog, Backlog] | null {
  const entries = entriesOf(backlog);
  const middle = Math.ceil(entries.length / 2);
  return entries.length < 2 ? null : [backlogOf(entries.slice(0, middle)), backlogOf(entries.slice(middle))];
}

/** Returns whether there is nothing to write. */
export const isEmpty = ({ newest, metrics, treatments, transitions, history, logs }: Backlog) =>
  newest.size + metrics.size + treatments.size + transitions.length + history.length + logs.length === 0;
