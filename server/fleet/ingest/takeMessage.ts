import type { DataMessage, IdentityMessage, ResultMessage, StateMessage } from '#contract/messages/deviceMessage';
import type { Gauges } from '../../platform/gauges.ts';
import { dataReport, stateReport, type DeviceReport } from '../deviceReport.ts';
import { addReport, addPastState, addTreatmentReport } from './backlog.ts';
import type { Writer } from './backlogWriter.ts';
import type { ConfigurationReport } from './configurationReport.ts';
import { errorTransition, pastState, silenceInError } from './errorTransition.ts';
import type { FaultReports } from './faultReports.ts';
import type { NewestReports } from './newestReports.ts';
import type { ConfigurationHead, ValidMessage } from './readMessage.ts';
import type { Receipt } from './receipt.ts';
import type { ReceivedLog } from './receivedLog.ts';
import type { Refusals } from './refusals.ts';

/** Called for every configuration message of a device; it calls `done` when the message need not be resent. */
export type OnConfiguration = (report: ConfigurationReport, done: () => void) => void;

/**
 * Called for every command result of a device; it calls `done` when the result is stored. `refuse` is called with the reason, in words, when the
 * result has no effect.
 */
export type OnResult = (serial: string, message: ResultMessage, done: () => void, refuse: (why: string) => void) => void;

/** The destinations of messages that were read. */
export interface TakeParts {
  readonly newest: NewestReports;
  readonly refusals: Refusals;
  readonly gauges: Gauges;
  readonly writer: Writer;
  readonly onResult: OnResult;
  /** Default: configurations are refused. */
  readonly onConfiguration?: OnConfiguration;
  readonly faults: FaultReports;
  /** Publishes the report to the consoles. */
  readonly publish: (report: DeviceReport) => void;
}

/** Handles a past state, which belongs to the history and the error periods, and does not affect the current state. */
function takeKept(
  { writer, gauges }: TakeParts,
  serial: string,
  message: StateMessage,
  { at, arrivedAt, done }: { readonly at: number; readonly arrivedAt: number; readonly done: () => void },
): void {
  writer.add((backlog) => {
    backlog.history.push({ ...stateReport(serial, message, at), arrivedAt });
    addPastState(backlog, pastState(serial, message.state, { at, arrivedAt }));
  }, done);
  gauges.reports.inc({ kind: 'state_kept' });
}

function takeState(parts: TakeParts, read: ValidMessage, message: StateMessage, receipt: Receipt): void {
  const { newest, refusals, gauges, writer, faults, publish } = parts;
  const [{ serial }, { receivedAt, done }] = [read, receipt];
  const order = newest.addState(serial, message, receivedAt);
  if (order.kind === 'kept') return takeKept(parts, serial, message, { at: order.at, arrivedAt: receivedAt, done });
  if (order.kind === 'old') return refusals.refuseOld(read, receipt, 'neither the sequence nor the time is above that of the last report');
  faults.counted(serial);
  const report = stateReport(serial, message, receivedAt);
  const silence = silenceInError(serial, order.last?.state, { at: receivedAt, ms: order.silentMs });
  const change = errorTransition(serial, order.last, message.state, receivedAt);
  writer.add((backlog) => {
    addReport(backlog, report, receivedAt);
    backlog.transitions.push(...[silence, change].filter((one) => one !== null));
  }, done);
  publish(report);
  gauges.reports.inc({ kind: 'state' });
}

const DATA = 'data.';
const OLDER = 'a newer report of the same is there';

function takeData(
  { newest, refusals, gauges, writer, publish }: TakeParts,
  read: ValidMessage,
  message: DataMessage,
  receipt: Receipt,
): void {
  const [{ serial }, { receivedAt, done }] = [read, receipt];
  if (!newest.addData(serial, message, receivedAt)) return refusals.refuseOld(read, receipt, OLDER);
  const report = dataReport(serial, message, receivedAt);
  const clock = { aheadMs: newest.aheadMs(serial), isClockRight: newest.isClockRight(serial) };
  const dropped = read.losses.flatMap(({ field }) => (field.startsWith(DATA) ? [field.slice(DATA.length)] : []));
  writer.add((backlog) => {
    if (report !== null) addReport(backlog, report, receivedAt);
    if (message.data_group === 'metrics') backlog.metrics.set(serial, { serial, receivedAt, data: message.data });
    if (message.data_group === 'treatment') addTreatmentReport(backlog, message, { serial, receivedAt, ...clock, dropped });
  }, done);
  if (report !== null) publish(report);
  gauges.reports.inc({ kind: message.data_group });
}

function takeLog(
  { newest, gauges, writer }: TakeParts,
  { serial, losses }: ValidMessage,
  message: ReceivedLog['message'],
  { receivedAt, done }: Receipt,
): void {
  const log = { serial, receivedAt, aheadMs: newest.aheadMs(serial), dropped: losses.map(({ field }) => field), message };
  writer.add((backlog) => void backlog.logs.push(log), done);
  gauges.reports.inc({ kind: message.kind === 'identity' ? message.kind : `log_${message.kind}` });
}

function takeIdentity(parts: TakeParts, read: ValidMessage, message: IdentityMessage, receipt: Receipt): void {
  if (!parts.newest.addIdentity(read.serial, message, receipt.receivedAt)) return parts.refusals.refuseOld(read, receipt, OLDER);
  takeLog(parts, read, { kind: 'identity', ...message }, receipt);
}

function takeConfiguration(parts: TakeParts, read: ValidMessage, message: ConfigurationHead, receipt: Receipt): void {
  const { newest, refusals, gauges, writer, onConfiguration } = parts;
  if (onConfiguration === undefined) return refusals.refuse('configuration', receipt.done);
  const [{ serial }, { payload, receivedAt }] = [read, receipt];
  const report: ConfigurationReport = {
    serial,
    message,
    payload,
    receivedAt,
    aheadMs: newest.aheadMs(serial),
    onFault: refusals.configurationFault(read, receipt),
    onEvent: (event) =>
      writer.add(
        (backlog) => void backlog.logs.push({ serial, receivedAt, message: event }),
        () => undefined,
      ),
  };
  onConfiguration(report, receipt.done);
  gauges.reports.inc({ kind: 'configuration' });
}

/**
 * Handles a message of a known device that was read: adds rows to the backlog, publishes a push, or passes it to the feature that stores it (configuration,
 * results).
 */
export function takeMessage(parts: TakeParts, read: ValidMessage, receipt: Receipt): void {
  switch (read.kind) {
    case 'configuration':
      return takeConfiguration(parts, read, read.message, receipt);
    case 'identity':
      return takeIdentity(parts, read, read.message, receipt);
    case 'log':
      return takeLog(parts, read, read.message, receipt);
    case 'result':
      return parts.onResult(read.serial, read.message, receipt.done, (why) => parts.refusals.resultRefused(read, receipt, why));
    case 'state':
      return takeState(parts, read, read.message, receipt);
    case 'data':
      return takeData(parts, read, read.message, receipt);
  }
}
