import type { DataGroup } from '#contract/fleet/dataGroup';
import type { DataFrame, StateFrame } from '#contract/fleet/socket';
import { slotOf, type DeviceReport } from './deviceReport.ts';

/** A device is connected while its newest report is at most this old, in ms. Devices report once a second. */
export const CONNECTED_MS = 15_000;

interface Newest {
  readonly frame: StateFrame;
  readonly receivedAt: number;
  readonly deviceTime: number;
  readonly sequence: number;
}

/** In-memory store of the newest state and data groups per device; source of the machine calls and of a socket's first snapshot. */
export interface LiveReports {
  readonly apply: (reports: readonly DeviceReport[]) => void;
  readonly newest: (serial: string) => Newest | undefined;
  readonly isConnected: (serial: string) => boolean;
  /** Serials with a state, connected or not. */
  readonly serials: () => Iterable<string>;
  readonly data: (serial: string, group: DataGroup) => DataFrame | undefined;
  readonly bySlot: (slot: string) => StateFrame | DataFrame | undefined;
  /** Returns the reports of a device that were received at `since` (ms since epoch) or later. */
  readonly since: (since: number) => Pick<LiveReports, 'newest' | 'isConnected' | 'data'>;
}

/** Creates an empty store. */
export function createLiveReports(now: () => number): LiveReports {
  const states = new Map<string, Newest>();
  const frames = new Map<string, { readonly frame: DataFrame; readonly receivedAt: number }>();
  const applyOne = (report: DeviceReport) => {
    const { push } = report;
    if (push.type === 'data') {
      frames.set(slotOf(report), { frame: push, receivedAt: report.receivedAt ?? now() });
      return;
    }
    states.set(push.serial, {
      frame: push,
      receivedAt: Date.parse(push.timestamp),
      deviceTime: Date.parse(report.deviceTime),
      sequence: report.sequence,
    });
  };
  const since = (from: number) => {
    const ofTime = <One extends { readonly receivedAt: number }>(one: One | undefined) =>
      one !== undefined && one.receivedAt >= from ? one : undefined;
    const newest = (serial: string) => ofTime(states.get(serial));
    return {
      newest,
      isConnected: (serial: string) => now() - (newest(serial)?.receivedAt ?? Number.NEGATIVE_INFINITY) <= CONNECTED_MS,
      data: (serial: string, group: DataGroup) => ofTime(frames.get(`${serial}\ndata\n${group}`))?.frame,
    };
  };
  return {
    ...since(Number.NEGATIVE_INFINITY),
    apply: (reports) => {
      for (const report of reports) applyOne(report);
    },
    serials: () => states.keys(),
    bySlot: (slot) => frames.get(slot)?.frame ?? states.get(slot.slice(0, slot.indexOf('\n')))?.frame,
    since,
  };
}
