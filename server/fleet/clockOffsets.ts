/** Clock offsets of devices: how far each clock is ahead of the server's, measured from the device's reports. */

/** Minimum time for which a measurement is used, in ms; the maximum is twice as long. */
const WINDOW_MS = 60_000;
/** How much earlier than the report before a report is, in ms, where the clock was set back between them: no clock runs backwards by itself. */
const SET_BACK_MS = 5_000;
interface Offset {
  /** The device time of the last report. */
  readonly deviceTime: number;
  readonly since: number;
  readonly present: number;
  readonly former: number;
}

/** The offsets of the devices' clocks from the server's. */
export interface ClockOffsets {
  /** Records a report, in the order in which the device made them: `deviceTime` by the device's clock, `receivedAt` by the server's, both in ms since epoch. */
  readonly add: (serial: string, deviceTime: number, receivedAt: number) => void;
  /** Returns how far a device's clock is ahead, in ms, negative when it is behind; null before its first report. */
  readonly of: (serial: string) => number | null;
}

/**
 * Measures clock offsets from reports: the largest difference in the last one to two minutes, since the delay of a report makes a clock seem late; a clock that
 * was set back is measured anew. Source: CLOCK1.
 */
export function createClockOffsets(): ClockOffsets {
  const offsets = new Map<string, Offset>();
  return {
    add: (serial, deviceTime, receivedAt) => {
      const present = deviceTime - receivedAt;
      const known = offsets.get(serial);
      const isSetBack = known !== undefined && deviceTime < known.deviceTime - SET_BACK_MS;
      const age = known === undefined || isSetBack ? Number.POSITIVE_INFINITY : Math.abs(receivedAt - known.since);
      if (known === undefined || age > 2 * WINDOW_MS) offsets.set(serial, { deviceTime, since: receivedAt, present, former: present });
      else if (age > WINDOW_MS) offsets.set(serial, { deviceTime, since: receivedAt, present, former: known.present });
      else offsets.set(serial, { ...known, deviceTime, present: Math.max(present, known.present) });
    },
    of: (serial) => {
      const known = offsets.get(serial);
      return known === undefined ? null : Math.max(known.present, known.former);
    },
  };
}
