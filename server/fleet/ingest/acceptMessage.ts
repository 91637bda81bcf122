import type { Buffer } from 'node:buffer';
import type { DataMessage, LogMessage, ResultMessage, StateMessage } from '#contract/fleet/deviceMessage';
import type { WireState } from '#contract/fleet/state';
import { CONNECTED_MS, type LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { DeviceReport } from '../deviceReport.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { note } from './backlog.ts';
import { errorTransition } from './errorTransition.ts';
import { readMessage } from './readMessage.ts';
import { dataReport, stateReport } from './toDeviceReports.ts';
import type { Writer } from './backlogWriter.ts';

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
  if (next.receivedAt - last.receivedAt > CONNECTED_MS) return true;
  return next.sequence > last.sequence || next.deviceTime > last.deviceTime;
}

interface IntakeParts {
  readonly registry: OwnershipRegistry;
  readonly live: LiveReports;
  readonly gauges: Gauges;
  readonly writer: Writer;
  /** Called for every command result of a device. */
  readonly onResult: (serial: string, message: ResultMessage) => void;
  readonly now: () => number;
  /** Publishes the report to the consoles. */
  readonly publish: (report: DeviceReport) => void;
}

/** Creates the MQTT message handler: validates, drops old reports, queues writes and publishes. A rejected message is counted and affects no other. */
export function createMessageFilter({
  registry,
  live,
  gauges,
  writer,
  onResult,
  now,
  publish,
}: IntakeParts): (topic: string, payload: Buffer) => void {
  const newest = new Map<string, Moment & { readonly state?: WireState }>();

  const lastOf = (serial: string) => {
    const known = live.newest(serial);
    return newest.get(serial) ?? (known === undefined ? undefined : { ...known, state: known.frame.state });
  };

  const takeState = (serial: string, message: StateMessage) => {
    const receivedAt = now();
    const moment = { deviceTime: Date.parse(message.time), sequence: message.sequence, receivedAt };
    const last = lastOf(serial);
    if (!isNewReport(moment, last)) return gauges.refused.inc({ reason: 'old' });
    newest.set(serial, { ...moment, state: message.state });
    const report = stateReport(serial, message, receivedAt);
    const change = errorTransition(serial, last?.state, message.state, receivedAt);
    writer.add((backlog) => {
      note(backlog, report, receivedAt);
      if (change !== null) backlog.transitions.push(change);
    });
    publish(report);
    return gauges.reports.inc({ kind: 'state' });
  };

  const takeData = (serial: string, message: DataMessage) => {
    const receivedAt = now();
    const coalescingKey = `${serial}/${message.data_group}/${message.data_group === 'treatment' ? message.data.treatment_id : ''}`;
    const moment = { deviceTime: Date.parse(message.time), sequence: 0, receivedAt };
    const last = newest.get(coalescingKey);
    // Equal device times are accepted; an older one is dropped.
    if (last !== undefined && moment.deviceTime !== last.deviceTime && !isNewReport(moment, last))
      return gauges.refused.inc({ reason: 'old' });
    newest.set(coalescingKey, moment);
    const report = dataReport(serial, message);
    writer.add((backlog) => {
      if (report !== null) note(backlog, report, receivedAt);
      if (message.data_group === 'metrics') backlog.metrics.set(serial, { serial, receivedAt, data: message.data });
      if (message.data_group === 'treatment')
        backlog.treatments.set(`${serial}/${message.data.treatment_id}`, { serial, data: message.data });
    });
    if (report !== null) publish(report);
    return gauges.reports.inc({ kind: message.data_group });
  };

  const takeLog = (serial: string, message: LogMessage) => {
    const receivedAt = now();
    writer.add((backlog) => void backlog.logs.push({ serial, receivedAt, message }));
    return gauges.reports.inc({ kind: `log_${message.kind}` });
  };

  return (topic, payload) => {
    const read = readMessage(topic, payload);
    if (!read.ok) return gauges.refused.inc({ reason: read.reason });
    if (registry.organisationOfDevice(read.serial) === undefined) return gauges.refused.inc({ reason: 'unknown' });
    if (read.kind === 'log') return takeLog(read.serial, read.message);
    if (read.kind === 'result') return onResult(read.serial, read.message);
    return read.kind === 'state' ? takeState(read.serial, read.message) : takeData(read.serial, read.message);
  };
}
