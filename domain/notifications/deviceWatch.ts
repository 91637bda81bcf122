/** Watches a device for notifications: whether it is in error or was lost during a treatment, and how late its reports are, regardless of its clock. */

import type { ReportedState } from '#contract/fleet/reportedState';
import { activityOf } from '../devices/activity.ts';
import { isInError, isTreating } from '../devices/treating.ts';

/** The known clock of a device: how far it is ahead of the server's, in ms, and a newer offset that its reports have shown for some time. */
interface DeviceClock {
  readonly aheadMs: number;
  readonly doubt: { readonly aheadMs: number; readonly since: number } | null;
}

/** Offsets that differ by less than this, in ms, are considered equal. */
const SAME_MS = 5_000;
/** Time, in ms, for which reports must show a smaller offset before it is adopted; until then, the reports may merely be late. */
const DOUBTED_MS = 60_000;

/** Returns the clock after a report; times in ms since epoch, by the device's and by the server's clock. Source: PUSH2. */
function clockAfter(clock: DeviceClock | undefined, measuredAt: number, receivedAt: number): DeviceClock {
  const aheadMs = measuredAt - receivedAt;
  // A report can be late but not early, so the largest difference is the clock's offset.
  if (clock === undefined || aheadMs >= clock.aheadMs - SAME_MS)
    return { aheadMs: Math.max(aheadMs, clock?.aheadMs ?? aheadMs), doubt: null };
  const { doubt } = clock;
  if (doubt === null || Math.abs(doubt.aheadMs - aheadMs) > SAME_MS) return { ...clock, doubt: { aheadMs, since: receivedAt } };
  return receivedAt - doubt.since >= DOUBTED_MS ? { aheadMs, doubt: null } : clock;
}

/** Returns how long after its measurement a report arrived, in ms, corrected for the offset of the device's clock. */
const lateMs = ({ aheadMs }: DeviceClock, measuredAt: number, receivedAt: number): number => receivedAt + aheadMs - measuredAt;

/** The reason for a notification: the device is in error, or its connection was lost during a treatment. */
export type TroubleKind = 'error' | 'lost';

/** The trouble of a device; `at` is in ms since epoch by the server's clock, `code` is the code of an error, if known. */
export interface Trouble {
  readonly kind: TroubleKind;
  readonly at: number;
  readonly code: string | null;
}

/** The known state of a device that somebody selected for notifications. */
export interface DeviceWatch {
  readonly trouble: Trouble | null;
  readonly isTreating: boolean;
  /** Whether the device has been connected since the watch began: only such a device can be lost. */
  readonly wasConnected: boolean;
  readonly clock: DeviceClock;
}

/** A report of a device; times in ms since epoch, by the device's and by the server's clock. */
export interface WatchedReport {
  readonly deviceType: string;
  readonly state: ReportedState;
  readonly measuredAt: number;
  readonly receivedAt: number;
}

/** A report that arrives later than this after its measurement, in ms, is historic: it neither starts nor ends a trouble. Source: PUSH2. */
export const LATE_MS = 60_000;

function errorOf({ state }: WatchedReport, at: number): Trouble | null {
  return isInError(state) ? { kind: 'error', at, code: activityOf(state).code ?? null } : null;
}

/**
 * Returns the watch of a device after its first report. `errorSince` is in ms since epoch, if known from elsewhere: the report does not contain it. The first
 * report does not reveal the clock's offset, so it may be historic. Source: PUSH2.
 */
export const firstWatch = (report: WatchedReport, errorSince = Number.NEGATIVE_INFINITY): DeviceWatch => ({
  trouble: errorOf(report, errorSince),
  isTreating: isTreating(report.deviceType, report.state, true),
  wasConnected: false,
  clock: clockAfter(undefined, report.measuredAt, report.receivedAt),
});

/** Returns the watch after a report. An error keeps the time of its first report; any report of a lost device ends the loss. Source: PUSH1, PUSH2. */
export function afterReport(watch: DeviceWatch | undefined, report: WatchedReport): DeviceWatch {
  if (watch === undefined) return { ...firstWatch(report), wasConnected: true };
  const { deviceType, state, measuredAt, receivedAt } = report;
  const clock = clockAfter(watch.clock, measuredAt, receivedAt);
  if (lateMs(clock, measuredAt, receivedAt) > LATE_MS) return { ...watch, clock };
  const began = watch.trouble?.kind === 'error' ? watch.trouble.at : receivedAt;
  return { trouble: errorOf(report, began), isTreating: isTreating(deviceType, state, true), wasConnected: true, clock };
}

/**
 * Returns the watch of a device after a check of its connection. A device that is disconnected and was treating is lost; an error is kept, since it is not
 * known to be over. Source: PUSH1.
 */
export function afterCheck(watch: DeviceWatch, isConnected: boolean, at: number): DeviceWatch {
  if (isConnected || watch.trouble !== null || !watch.isTreating || !watch.wasConnected) return watch;
  return { ...watch, trouble: { kind: 'lost', at, code: null } };
}
