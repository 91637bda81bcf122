/** The newest report per device and data group, in memory, and the connected devices with the beginning of their connections. */

import type { DataGroup } from '#contract/fleet/dataGroup';
import { createClockOffsets } from './clockOffsets.ts';
import { slotOf } from './deviceReport.ts';
import type { LiveReport } from './liveReport.ts';
import { isRecent } from '../platform/steadyClock.ts';

/** Maximum time since a connected device was last present, in ms. Devices report once a second. */
export const CONNECTED_MS = 15_000;

/** In-memory store of the newest state and data groups per device; source of the machine calls and of a socket's first snapshot. */
export interface LiveReports {
  readonly apply: (reports: readonly LiveReport[]) => void;
  /** Records that a device is present, whatever it reports; `at` in ms since epoch. */
  readonly notePresent: (serial: string, at: number) => void;
  /** Returns the newest state of a device. */
  readonly newest: (serial: string) => LiveReport | undefined;
  readonly isConnected: (serial: string) => boolean;
  /** Returns how far the clock of a device is ahead of the server's, in ms; null before its first report. */
  readonly clockOffsetMs: (serial: string) => number | null;
  /** Serials with a state, connected or not. */
  readonly serials: () => Iterable<string>;
  readonly data: (serial: string, group: DataGroup) => LiveReport | undefined;
  /** Returns the newest report of a data group by its slot. */
  readonly dataBySlot: (slot: string) => LiveReport | undefined;
  /** Returns the reports of a device that were received at `since` (ms since epoch) or later. */
  readonly since: (since: number) => Pick<LiveReports, 'newest' | 'isConnected' | 'data'>;
}

/** Creates an empty store. */
export function createLiveReports(now: () => number): LiveReports {
  const states = new Map<string, LiveReport>();
  const data = new Map<string, LiveReport>();
  const presentAt = new Map<string, number>();
  const clocks = createClockOffsets();
  const since = (from: number) => {
    const ofTime = (report: LiveReport | undefined) => (report !== undefined && report.receivedAt >= from ? report : undefined);
    const newest = (serial: string) => ofTime(states.get(serial));
    return {
      newest,
      isConnected: (serial: string) => {
        const present = presentAt.get(serial) ?? Number.NEGATIVE_INFINITY;
        const reported = newest(serial)?.receivedAt ?? Number.NEGATIVE_INFINITY;
        const at = now();
        return [reported, present >= from ? present : reported].some((reportedAt) => isRecent(reportedAt, at, CONNECTED_MS + 1));
      },
      data: (serial: string, group: DataGroup) => ofTime(data.get(slotOf(serial, group))),
    };
  };
  return {
    ...since(Number.NEGATIVE_INFINITY),
    apply: (reports) => {
      for (const report of reports) {
        if (report.presentAt !== undefined) presentAt.set(report.serial, report.presentAt);
        else if (report.kind === 'state') {
          // A change of control repeats a report whose clock offset was already measured.
          if (states.get(report.serial)?.receivedAt !== report.receivedAt) clocks.add(report.serial, report);
          states.set(report.serial, report);
        } else data.set(slotOf(report.serial, report.kind), report);
      }
    },
    notePresent: (serial, at) => void presentAt.set(serial, at),
    clockOffsetMs: clocks.of,
    serials: () => states.keys(),
    dataBySlot: (slot) => data.get(slot),
    since,
  };
}
