/** The last reports of devices and the offsets of their clocks, in memory: they decide whether a state is new, past or outdated. */

import type { DataMessage, IdentityMessage, StateMessage } from '#contract/messages/deviceMessage';
import { createClockOffsets } from '../clockOffsets.ts';
import { isClockOff } from '#domain/devices/messageFaults';
import { hasNamedError } from './errorTransition.ts';
import { happenedAt, MOST_DELAY_MS } from './receivedLog.ts';
import { type DatedReport, isKeptReport, isNewReport, isReplacement, type KnownReport, madeAt, type ReportTime } from './reportOrder.ts';
import { afterReportAt, noIntervals, type ReportIntervals, silentMs } from '#domain/devices/reportInterval';

/**
 * Creates the function that returns, for each report of a device, the time without a report before it, in ms; 0 if the report arrived at the usual interval.
 * Source: SILENT1.
 */
function createSilences(): (serial: string, report: ReportTime, last: ReportTime | undefined) => number {
  const intervals = new Map<string, ReportIntervals>();
  return (serial, { receivedAt, deviceTime }, last) => {
    const known = intervals.get(serial) ?? noIntervals;
    intervals.set(serial, afterReportAt(known, receivedAt));
    if (last === undefined) return 0;
    return silentMs(known, { receivedMs: receivedAt - last.receivedAt, measuredMs: deviceTime - last.deviceTime });
  };
}

/** Number of treatments of one device whose order of reports is remembered; an outdated report of an earlier treatment would be accepted again. */
const MAX_TREATMENTS_OF_DEVICE = 50;

/** The relation of a state to the last one of its device: newer, from the past (kept by the device), or outdated. */
export type StateOrder =
  /** `silentMs`: time without a report before this one, in ms. */
  | { readonly kind: 'new'; readonly last: KnownReport | undefined; readonly silentMs: number }
  /** `at`: time of the measurement of the state, by the server's clock, in ms since epoch. */
  | { readonly kind: 'kept'; readonly at: number }
  | { readonly kind: 'old' };

/** The newest reports of devices, and the offsets of their clocks, which decide the order of further reports. */
export interface NewestReports {
  /** Adds a state. `receivedAt` in ms since epoch. */
  readonly addState: (serial: string, message: StateMessage, receivedAt: number) => StateOrder;
  /** Adds a report of a data group; returns false if a newer one has replaced it. */
  readonly addData: (serial: string, message: DataMessage, receivedAt: number) => boolean;
  /** Adds an identity; returns false if a newer one has replaced it. */
  readonly addIdentity: (serial: string, message: Pick<IdentityMessage, 'time'>, receivedAt: number) => boolean;
  /**
   * Returns the time, in ms, by which a device's clock is ahead; before the first state here, according to the last known state; 0 if unknown. Source: CLOCK14.
   */
  readonly aheadMs: (serial: string) => number;
  /** Returns whether the states that arrived here show that a device's clock is right. */
  readonly isClockRight: (serial: string) => boolean;
}

/** Creates the memory of devices and their treatments, in the order of their newest reports. */
function createTreatmentKeys() {
  const treatments = new Map<string, Set<string>>();
  /** Adds a treatment; returns the treatment that is forgotten to make room. */
  return (serial: string, key: string): string | undefined => {
    const known = treatments.get(serial) ?? new Set();
    treatments.set(serial, known);
    known.delete(key);
    known.add(key);
    const [oldest] = known;
    if (known.size <= MAX_TREATMENTS_OF_DEVICE || oldest === undefined) return undefined;
    known.delete(oldest);
    return oldest;
  };
}

/** Creates the order of reports. `lastReport` returns the newest report of a device before the first one that is added. */
export function createNewestReports(lastReport: (serial: string) => KnownReport | undefined): NewestReports {
  const newest = new Map<string, KnownReport>();
  const newestDated = new Map<string, DatedReport>();
  /** Receive time of the last state of each device, past states included: a device that sends stored states is not silent. */
  const stateAt = new Map<string, number>();
  const clocks = createClockOffsets();
  const silenceBefore = createSilences();
  const addTreatment = createTreatmentKeys();
  const lastAheadMs = (serial: string) => {
    const last = lastReport(serial);
    const measured = last === undefined ? 0 : last.deviceTime - last.receivedAt;
    return measured < 0 && measured > -MOST_DELAY_MS ? 0 : measured;
  };
  const aheadMs = (serial: string) => clocks.of(serial) ?? lastAheadMs(serial);
  const addDated = (serial: string, key: string, time: string, receivedAt: number): boolean => {
    const deviceTime = Date.parse(time);
    const clock = { aheadMs: aheadMs(serial), measuredAt: newest.get(serial)?.receivedAt };
    const report = { deviceTime, receivedAt, at: madeAt({ deviceTime, receivedAt }, clock) };
    const isNew = isReplacement(report, newestDated.get(key), stateAt.get(serial));
    if (isNew) newestDated.set(key, report);
    return isNew;
  };
  return {
    aheadMs,
    isClockRight: (serial) => {
      const measured = clocks.of(serial);
      return measured !== null && !isClockOff(measured);
    },
    addState: (serial, message, receivedAt) => {
      const moment = { deviceTime: Date.parse(message.time), sequence: message.sequence, receivedAt };
      const last = newest.get(serial) ?? lastReport(serial);
      if (!isNewReport(moment, last)) {
        const at = happenedAt(moment.deviceTime, { receivedAt, aheadMs: aheadMs(serial) });
        if (!isKeptReport({ ...moment, at }, last)) return { kind: 'old' };
        stateAt.set(serial, receivedAt);
        return { kind: 'kept', at };
      }
      stateAt.set(serial, receivedAt);
      newest.set(serial, { ...moment, state: message.state, isErrorNamed: hasNamedError(last, message.state) });
      clocks.add(serial, moment);
      return { kind: 'new', last, silentMs: silenceBefore(serial, moment, last) };
    },
    addData: (serial, message, receivedAt) => {
      const key = `${serial}/${message.data_group}/${message.data_group === 'treatment' ? message.data.treatment_id : ''}`;
      if (!addDated(serial, key, message.time, receivedAt)) return false;
      const forgotten = message.data_group === 'treatment' ? addTreatment(serial, key) : undefined;
      if (forgotten !== undefined) newestDated.delete(forgotten);
      return true;
    },
    addIdentity: (serial, { time }, receivedAt) => addDated(serial, `${serial}/identity`, time, receivedAt),
  };
}
