import type { Buffer } from 'node:buffer';
import type { DataMessage, ResultMessage, StateMessage } from '#contract/messages/deviceMessage';
import type { WireState } from '#contract/fleet/state';
import { createClockOffsets } from '../clockOffsets.ts';
import { stateOf } from '../liveReport.ts';
import type { LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { dataReport, stateReport, type DeviceReport } from '../deviceReport.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { note, noteKept, noteTreatment } from './backlog.ts';
import { happenedAt, type ReceivedLog } from './receivedLog.ts';
import type { ConfigurationReport } from './configurationReport.ts';
import { errorTransition, keptMoment, silenceInError } from './errorTransition.ts';
import { readMessage, type ConfigurationHead, type DeviceMessage, type ValidMessage } from './readMessage.ts';
import { isKeptReport, isNewReport, type Moment } from './reportOrder.ts';
import { createSilences } from './silences.ts';
import { createRereading } from './rereading.ts';
import type { Writer } from './backlogWriter.ts';
import type { DeviceTraffic, OpenMessage } from '../deviceTraffic.ts';
import type { Fault, FaultReports } from './faultReports.ts';

/** The newest report of a device. */
export type KnownReport = Moment & { readonly state?: WireState };

/** Called for every configuration message of a device; it calls `done` when the message need not be sent again. */
export type OnConfiguration = (report: ConfigurationReport, done: () => void) => void;

/**
 * Called for every command result of a device; it calls `done` when the result is stored. `refuse` is called when it counts for nothing, with the reason
 * in words.
 */
export type OnResult = (serial: string, message: ResultMessage, done: () => void, refuse: (why: string) => void) => void;

interface IntakeParts {
  readonly registry: OwnershipRegistry;
  /** Returns the newest report of a device before the first one that is handled here. */
  readonly lastReport: (serial: string) => KnownReport | undefined;
  readonly gauges: Gauges;
  readonly writer: Writer;
  readonly onResult: OnResult;
  /** Default: configurations are refused. */
  readonly onConfiguration?: OnConfiguration;
  readonly faults: FaultReports;
  /** Remembers the newest messages. Default: none are. */
  readonly traffic?: DeviceTraffic | undefined;
  readonly now: () => number;
  /** Publishes the report to the consoles. */
  readonly publish: (report: DeviceReport) => void;
  /** Called for every message of a known device, whatever can be read of it; `at` in ms since epoch. */
  readonly onPresent?: (serial: string, at: number) => void;
}

/** Treatments of one device whose order of reports is remembered; an older report of an older one would count again. */
const MAX_TREATMENTS_OF_DEVICE = 50;

/** What is known of a message beside its content. */
export interface GivenReceipt {
  /** In ms since epoch. */
  readonly receivedAt: number;
  /** Called when the message is stored, or refused: then it need not be sent again. */
  readonly done: () => void;
}

interface Receipt extends GivenReceipt {
  readonly payload: Buffer;
  readonly trace?: OpenMessage | undefined;
}

/** Handles messages. */
export interface MessageFilter {
  (topic: string, payload: Buffer, receipt: GivenReceipt): void;
  /** Reports a retained message, which is ignored. `at` in ms since epoch. */
  readonly retained: (topic: string, payload: Buffer, at: number) => void;
}

/** Returns the newest report of a device as consoles know it. */
export const lastLiveReport =
  (live: Pick<LiveReports, 'newest'>) =>
  (serial: string): KnownReport | undefined => {
    const known = live.newest(serial);
    if (known === undefined) return undefined;
    const { deviceTime, sequence, receivedAt } = known;
    const state = stateOf(known)?.state;
    return { deviceTime, sequence, receivedAt, ...(state === undefined ? {} : { state }) };
  };

/** Creates the MQTT message handler: validates, drops old reports, queues writes and publishes. A rejected message is counted and affects no other. */
export function createMessageFilter({
  registry,
  lastReport,
  gauges,
  writer,
  onResult,
  onConfiguration,
  faults,
  traffic,
  now,
  publish,
  onPresent,
}: IntakeParts): MessageFilter {
  const newest = new Map<string, KnownReport>();
  const treatments = new Map<string, Set<string>>();
  const clocks = createClockOffsets();
  const silenceBefore = createSilences();
  /** Forgets the order of the reports of a treatment when its device has reported many others since. */
  const forgetOldest = (serial: string, key: string) => {
    const known = treatments.get(serial) ?? new Set();
    treatments.set(serial, known);
    known.delete(key);
    known.add(key);
    const [oldest] = known;
    if (known.size <= MAX_TREATMENTS_OF_DEVICE || oldest === undefined) return;
    known.delete(oldest);
    newest.delete(oldest);
  };
  const lastOf = (serial: string) => newest.get(serial) ?? lastReport(serial);

  const refuse = (reason: string, done: () => void) => {
    gauges.refused.inc({ reason });
    done();
  };
  const faultOf = ({ serial, kind, name }: DeviceMessage, { payload, receivedAt }: Receipt) => ({
    serial,
    kind,
    name,
    payload,
    receivedAt,
  });
  const refuseOld = (read: DeviceMessage, receipt: Receipt, why: string) => {
    const fields = [{ field: 'time', why }];
    receipt.trace?.refused(why);
    faults.report({ ...faultOf(read, receipt), code: 'old', fields, isDropped: true });
    return refuse('old', receipt.done);
  };

  /** Takes a state of the past: it belongs to the history and to the periods in error, and changes nothing that is shown as present. */
  const takeKept = (serial: string, message: StateMessage, { at, done }: { readonly at: number; readonly done: () => void }) => {
    writer.add((backlog) => {
      backlog.history.push(stateReport(serial, message, at));
      noteKept(backlog, keptMoment(serial, message.state, at));
    }, done);
    return gauges.reports.inc({ kind: 'state_kept' });
  };
  const takeState = (read: ValidMessage, message: StateMessage, receipt: Receipt) => {
    const [{ serial }, { receivedAt, done }] = [read, receipt];
    const moment = { deviceTime: Date.parse(message.time), sequence: message.sequence, receivedAt };
    const last = lastOf(serial);
    if (!isNewReport(moment, last)) {
      const at = happenedAt(moment.deviceTime, { receivedAt, aheadMs: clocks.of(serial) ?? 0 });
      if (isKeptReport({ ...moment, at }, last)) return takeKept(serial, message, { at, done });
      return refuseOld(read, receipt, 'neither the sequence nor the time is above that of the last report');
    }
    faults.counted(serial);
    newest.set(serial, { ...moment, state: message.state });
    clocks.add(serial, moment.deviceTime, receivedAt);
    const report = stateReport(serial, message, receivedAt);
    const silence = silenceInError(serial, last?.state, { at: receivedAt, ms: silenceBefore(serial, moment, last) });
    const change = errorTransition(serial, last?.state, message.state, receivedAt);
    writer.add((backlog) => {
      note(backlog, report, receivedAt);
      backlog.transitions.push(...[silence, change].filter((one) => one !== null));
    }, done);
    publish(report);
    return gauges.reports.inc({ kind: 'state' });
  };

  const takeData = (read: ValidMessage, message: DataMessage, receipt: Receipt) => {
    const [{ serial }, { receivedAt, done }] = [read, receipt];
    const coalescingKey = `${serial}/${message.data_group}/${message.data_group === 'treatment' ? message.data.treatment_id : ''}`;
    const moment = { deviceTime: Date.parse(message.time), sequence: 0, receivedAt };
    const last = newest.get(coalescingKey);
    // Equal device times are accepted; an older one is dropped.
    if (last !== undefined && moment.deviceTime !== last.deviceTime && !isNewReport(moment, last))
      return refuseOld(read, receipt, 'a newer report of the same is there');
    newest.set(coalescingKey, moment);
    if (message.data_group === 'treatment') forgetOldest(serial, coalescingKey);
    const report = dataReport(serial, message, receivedAt);
    writer.add((backlog) => {
      if (report !== null) note(backlog, report, receivedAt);
      if (message.data_group === 'metrics') backlog.metrics.set(serial, { serial, receivedAt, data: message.data });
      if (message.data_group === 'treatment') noteTreatment(backlog, serial, message, receivedAt);
    }, done);
    if (report !== null) publish(report);
    return gauges.reports.inc({ kind: message.data_group });
  };

  const takeLog = (serial: string, message: ReceivedLog['message'], { receivedAt, done }: Receipt) => {
    const log = { serial, receivedAt, aheadMs: clocks.of(serial) ?? 0, message };
    writer.add((backlog) => void backlog.logs.push(log), done);
    return gauges.reports.inc({ kind: message.kind === 'identity' ? message.kind : `log_${message.kind}` });
  };

  const reportLosses = (read: DeviceMessage, receipt: Receipt) => {
    const { losses, remarks } = read;
    const report = (code: Fault['code'], fields: Fault['fields']) => {
      if (fields.length > 0) faults.report({ ...faultOf(read, receipt), code, fields, isDropped: !read.ok });
    };
    gauges.unread.inc(losses.length);
    receipt.trace?.read({ isDropped: !read.ok, losses, remarks });
    report(read.ok ? 'fields_dropped' : read.reason === 'huge' ? 'too_large' : 'unreadable', losses);
    report('fields_noted', remarks);
  };

  const takeConfiguration = (read: ValidMessage, message: ConfigurationHead, receipt: Receipt) => {
    if (onConfiguration === undefined) return refuse('configuration', receipt.done);
    const [{ serial }, { payload, receivedAt }] = [read, receipt];
    const report: ConfigurationReport = {
      serial,
      message,
      payload,
      receivedAt,
      aheadMs: clocks.of(serial) ?? 0,
      onFault: (code, fields) => {
        const isDropped = code !== 'fields_dropped';
        receipt.trace?.read({ isDropped, losses: [...read.losses, ...fields], remarks: read.remarks });
        faults.report({ ...faultOf(read, receipt), code, fields, isDropped });
      },
      onEvent: (event) =>
        writer.add(
          (backlog) => void backlog.logs.push({ serial, receivedAt, message: event }),
          () => undefined,
        ),
    };
    onConfiguration(report, receipt.done);
    return gauges.reports.inc({ kind: 'configuration' });
  };

  const isKnown = (serial: string) => registry.organisationOfDevice(serial) !== undefined;
  /** Remembers the message, and when it is acknowledged. */
  const traced = ({ serial, kind }: DeviceMessage, receipt: Receipt): Receipt => {
    const trace = traffic?.begin(serial, kind, receipt.payload, receipt.receivedAt);
    if (trace === undefined) return receipt;
    const done = () => {
      trace.acknowledged(now());
      receipt.done();
    };
    return { ...receipt, trace, done };
  };
  const takeKnown = (read: DeviceMessage, given: Receipt) => {
    const receipt = traced(read, given);
    if (read.ok && read.losses.length === 0) faults.readWhole(read.serial, receipt.receivedAt);
    onPresent?.(read.serial, receipt.receivedAt);
    reportLosses(read, receipt);
    return read.ok ? takeValid(read, receipt) : refuse(read.reason, receipt.done);
  };
  const takeResult = (read: ValidMessage, message: ResultMessage, receipt: Receipt) =>
    onResult(read.serial, message, receipt.done, (why) => {
      receipt.trace?.refused(why);
      faults.report({ ...faultOf(read, receipt), code: 'result_refused', fields: [{ field: 'command_id', why }], isDropped: true });
    });
  const takeValid = (read: ValidMessage, receipt: Receipt) => {
    if (read.kind === 'configuration') return takeConfiguration(read, read.message, receipt);
    if (read.kind === 'identity') return takeLog(read.serial, { kind: 'identity', ...read.message }, receipt);
    if (read.kind === 'log') return takeLog(read.serial, read.message, receipt);
    if (read.kind === 'result') return takeResult(read, read.message, receipt);
    return read.kind === 'state' ? takeState(read, read.message, receipt) : takeData(read, read.message, receipt);
  };

  const rereading = createRereading(registry, now);
  const takeUnknown = (read: DeviceMessage, receipt: Receipt) => {
    const reading = rereading();
    if (reading === null) return refuse('unknown', receipt.done);
    const decide = () => (isKnown(read.serial) ? takeKnown(read, receipt) : refuse('unknown', receipt.done));
    return void reading.then(decide, decide);
  };

  const take = (topic: string, payload: Buffer, given: GivenReceipt) => {
    const receipt = { ...given, payload };
    const read = readMessage(topic, payload, receipt.receivedAt);
    if (!('serial' in read)) return refuse(read.reason, receipt.done);
    return isKnown(read.serial) ? takeKnown(read, receipt) : takeUnknown(read, receipt);
  };
  const retained: MessageFilter['retained'] = (topic, payload, receivedAt) => {
    const read = readMessage(topic, payload, receivedAt);
    if (!('serial' in read) || !isKnown(read.serial)) return;
    const fields = [{ field: 'the message', why: 'it is retained' }];
    faults.report({ ...faultOf(read, { payload, receivedAt, done: () => undefined }), code: 'retained', fields, isDropped: true });
  };
  return Object.assign(take, { retained });
}
