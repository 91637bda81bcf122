import type { Buffer } from 'node:buffer';
import type { DataMessage, LogMessage, ResultMessage, StateMessage } from '#contract/fleet/deviceMessage';
import type { WireState } from '#contract/fleet/state';
import { createClockOffsets } from '../clockOffsets.ts';
import { stateOf } from '../liveReport.ts';
import { CONNECTED_MS, type LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { dataReport, stateReport, type DeviceReport } from '../deviceReport.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { note } from './backlog.ts';
import { errorTransition } from './errorTransition.ts';
import { readMessage, type DeviceMessage, type ValidMessage } from './readMessage.ts';
import type { Writer } from './backlogWriter.ts';
import { createLossEvents, type Loss } from './lossEvents.ts';
import { isRecent } from '../../platform/steadyClock.ts';

/** Ordering data of a report: device time and server receive time (ms since epoch), and the device's sequence number. */
export interface Moment {
  readonly deviceTime: number;
  readonly sequence: number;
  readonly receivedAt: number;
}

/**
 * Returns whether a report is newer than the newest one of its device: a higher sequence number (same boot) or a later device time (after a restart).
 * A device that was disconnected is always accepted: it may have restarted with a wrong clock.
 */
export function isNewReport(next: Moment, last: Moment | undefined): boolean {
  if (last === undefined) return true;
  // Earlier than the last one: that was received while the clock was wrong.
  if (Math.abs(next.receivedAt - last.receivedAt) > CONNECTED_MS) return true;
  return next.sequence > last.sequence || next.deviceTime > last.deviceTime;
}

/** The newest report of a device. */
export type KnownReport = Moment & { readonly state?: WireState };

interface IntakeParts {
  readonly registry: OwnershipRegistry;
  /** Returns the newest report of a device before the first one that is handled here. */
  readonly lastReport: (serial: string) => KnownReport | undefined;
  readonly gauges: Gauges;
  readonly writer: Writer;
  /** Called for every command result of a device; it calls `done` when the result is stored. */
  readonly onResult: (serial: string, message: ResultMessage, done: () => void) => void;
  readonly now: () => number;
  /** Publishes the report to the consoles. */
  readonly publish: (report: DeviceReport) => void;
  /** Called for every message of a known device, whatever can be read of it; `at` in ms since epoch. */
  readonly onPresent?: (serial: string, at: number) => void;
}

/** A device may have been created at another instance since the registry was read: it is read again, at most this often, in ms. */
const REREAD_MS = 1_000;

/** Treatments of one device whose order of reports is remembered; an older report of an older one would count again. */
const MAX_TREATMENTS_OF_DEVICE = 50;

/** What is known of a message beside its content. */
export interface Receipt {
  /** In ms since epoch. */
  readonly receivedAt: number;
  /** Called when the message is stored, or refused: then it need not be sent again. */
  readonly done: () => void;
}

/** Handles one message. */
export type MessageFilter = (topic: string, payload: Buffer, receipt: Receipt) => void;

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
  now,
  publish,
  onPresent,
}: IntakeParts): MessageFilter {
  const newest = new Map<string, KnownReport>();
  const treatments = new Map<string, Set<string>>();
  const clocks = createClockOffsets();
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

  const takeState = (serial: string, message: StateMessage, { receivedAt, done }: Receipt) => {
    const moment = { deviceTime: Date.parse(message.time), sequence: message.sequence, receivedAt };
    const last = lastOf(serial);
    if (!isNewReport(moment, last)) return refuse('old', done);
    newest.set(serial, { ...moment, state: message.state });
    clocks.add(serial, moment.deviceTime, receivedAt);
    const report = stateReport(serial, message, receivedAt);
    const change = errorTransition(serial, last?.state, message.state, receivedAt);
    writer.add((backlog) => {
      note(backlog, report, receivedAt);
      if (change !== null) backlog.transitions.push(change);
    }, done);
    publish(report);
    return gauges.reports.inc({ kind: 'state' });
  };

  const takeData = (serial: string, message: DataMessage, { receivedAt, done }: Receipt) => {
    const coalescingKey = `${serial}/${message.data_group}/${message.data_group === 'treatment' ? message.data.treatment_id : ''}`;
    const moment = { deviceTime: Date.parse(message.time), sequence: 0, receivedAt };
    const last = newest.get(coalescingKey);
    // Equal device times are accepted; an older one is dropped.
    if (last !== undefined && moment.deviceTime !== last.deviceTime && !isNewReport(moment, last)) return refuse('old', done);
    newest.set(coalescingKey, moment);
    if (message.data_group === 'treatment') forgetOldest(serial, coalescingKey);
    const report = dataReport(serial, message, receivedAt);
    writer.add((backlog) => {
      if (report !== null) note(backlog, report, receivedAt);
      if (message.data_group === 'metrics') backlog.metrics.set(serial, { serial, receivedAt, data: message.data });
      if (message.data_group === 'treatment')
        backlog.treatments.set(`${serial}/${message.data.treatment_id}`, { serial, receivedAt, data: message.data });
    }, done);
    if (report !== null) publish(report);
    return gauges.reports.inc({ kind: message.data_group });
  };

  const takeLog = (serial: string, message: LogMessage, { receivedAt, done }: Receipt) => {
    const log = { serial, receivedAt, aheadMs: clocks.of(serial) ?? 0, message };
    writer.add((backlog) => void backlog.logs.push(log), done);
    return gauges.reports.inc({ kind: `log_${message.kind}` });
  };

  const lossEventOf = createLossEvents();
  const tell = (loss: Loss) => {
    const message = lossEventOf(loss);
    gauges.unread.inc(loss.fields.length);
    if (message === null) return;
    const { serial, receivedAt } = loss;
    writer.add(
      (backlog) => void backlog.logs.push({ serial, receivedAt, message }),
      () => undefined,
    );
  };

  const isKnown = (serial: string) => registry.organisationOfDevice(serial) !== undefined;
  const takeKnown = (read: DeviceMessage, payload: Buffer, receipt: Receipt) => {
    const { serial, kind, losses } = read;
    onPresent?.(serial, receipt.receivedAt);
    if (losses.length > 0) tell({ serial, kind, fields: losses, isWhole: !read.ok, payload, receivedAt: receipt.receivedAt });
    return read.ok ? takeValid(read, receipt) : refuse(read.reason, receipt.done);
  };
  const takeValid = (read: ValidMessage, receipt: Receipt) => {
    if (read.kind === 'log') return takeLog(read.serial, read.message, receipt);
    if (read.kind === 'result') return onResult(read.serial, read.message, receipt.done);
    return read.kind === 'state' ? takeState(read.serial, read.message, receipt) : takeData(read.serial, read.message, receipt);
  };

  let reading: Promise<void> | null = null;
  let lastRead = Number.NEGATIVE_INFINITY;
  /** Reads the registry again; messages of unknown devices that arrive meanwhile wait for the same reading. */
  const reread = () => {
    if (reading === null) {
      lastRead = now();
      reading = registry.refresh().finally(() => (reading = null));
    }
    return reading;
  };
  const takeUnknown = (read: DeviceMessage, payload: Buffer, receipt: Receipt) => {
    if (reading === null && isRecent(lastRead, now(), REREAD_MS)) return refuse('unknown', receipt.done);
    const decide = () => (isKnown(read.serial) ? takeKnown(read, payload, receipt) : refuse('unknown', receipt.done));
    return void reread().then(decide, decide);
  };

  return (topic, payload, receipt) => {
    const read = readMessage(topic, payload, receipt.receivedAt);
    if (!('serial' in read)) return refuse(read.reason, receipt.done);
    return isKnown(read.serial) ? takeKnown(read, payload, receipt) : takeUnknown(read, payload, receipt);
  };
}
