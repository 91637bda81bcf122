import type { Bus } from '../platform/bus/bus.ts';
import type { LiveReport } from './liveReport.ts';
import type { LiveReports } from './liveReports.ts';

/** Interval at which connected devices that report nothing readable are announced as present, in ms. */
const ANNOUNCE_MS = 5_000;

interface PresenceParts {
  /** Returns the devices that are connected to the broker of this instance. */
  readonly connected: () => Iterable<string>;
  readonly live: Pick<LiveReports, 'newest' | 'notePresent'>;
  readonly bus: Bus<LiveReport>;
  readonly now: () => number;
  /** Calls a function at an interval in ms; returns the stop function. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** The presence of devices: they are present while they are connected or send anything, readable or not. */
export interface DevicePresence {
  /** Called for every message of a device; `at` in ms since epoch. */
  readonly note: (serial: string, at: number) => void;
  readonly close: () => void;
}

/**
 * Keeps the presence of devices separate from their reports: a device that is connected or sends anything is present, on this and on the other instances. A
 * device that has never reported a state is present on this instance only, since there is no report to announce.
 */
export function startDevicePresence({ connected, live, bus, now, every }: PresenceParts): DevicePresence {
  const announcedAt = new Map<string, number>();
  const note = (serial: string, at: number) => {
    live.notePresent(serial, at);
    const newest = live.newest(serial);
    const last = Math.max(newest?.receivedAt ?? Number.NEGATIVE_INFINITY, announcedAt.get(serial) ?? Number.NEGATIVE_INFINITY);
    // The reports of the device announce its presence themselves, and a clock that was set back does not suppress them.
    if (newest === undefined || Math.abs(at - last) < ANNOUNCE_MS) return;
    announcedAt.set(serial, at);
    bus.publish([{ ...newest, control: undefined, leftAt: undefined, presentAt: at }]);
  };
  const close = every(ANNOUNCE_MS, () => {
    for (const serial of connected()) note(serial, now());
  });
  return { note, close };
}
