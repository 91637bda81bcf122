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

/** Adds a past state of a device. A run of equal states is kept as its first and last. */
export function addPastState(backlog: Backlog, moment: Extract<ErrorTransition, { kind: 'kept' }>): void {
  const { transitions } = backlog;
  const isInError = moment.nextState === null;
  const isSame = (one: ErrorTransition | undefined) =>
    one?.kind === 'kept' && one.serial === moment.serial && (one.nextState === null) === isInError && one.at <= moment.at;
  if (isSame(transitions.at(-1)) && isSame(transitions.at(-2))) transitions.pop();
  transitions.push(moment);
}

/** Moves an entry to the end, even if its key exists: entries written later must not be older. */
function putLast<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
}

/** Adds a report of a treatment, which replaces the previous report of that treatment. A part of a report replaces only an earlier copy of the same part. */
export function addTreatmentReport(backlog: Backlog, serial: string, message: TreatmentMessage, receivedAt: number): void {
  const { part, parts, time, data } = message;
  const key = `${serial}/${data.treatment_id}`;
  if (part === undefined || parts === undefined) return putLast(backlog.treatments, key, { serial, receivedAt, data });
  return putLast(backlog.treatments, `${key}/${time}/${part}`, { serial, receivedAt, data, share: { part, parts, time } });
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

/** Splits a backlog into two by device; null when all data belongs to one device. */
export function halvesOf(backlog: Backlog): readonly [Backlog, Backlog] | null {
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

/** Returns whether there is nothing to write. */
export const isEmpty = ({ newest, metrics, treatments, transitions, logs }: Backlog) =>
  newest.size + metrics.size + treatments.size + transitions.length + logs.length === 0;
