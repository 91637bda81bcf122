/** Clock offsets of devices: how far each clock is ahead of the server's, measured from the device's reports. */

/** Minimum time for which a measurement is used, in ms; the maximum is twice as long. */
const WINDOW_MS = 60_000;
interface Offset {
  readonly since: number;
  readonly present: number;
  readonly former: number;
}

/** The offsets of the devices' clocks from the server's. */
export interface ClockOffsets {
  /** Records a report: `deviceTime` by the device's clock, `receivedAt` by the server's, both in ms since epoch. */
  readonly add: (serial: string, deviceTime: number, receivedAt: number) => void;
  /** Returns how far a device's clock is ahead, in ms, negative when it is behind; null before its first report. */
  readonly of: (serial: string) => number | null;
}

/** Measures clock offsets from reports: the largest difference in the last one to two minutes, since the delay of a report makes a clock seem late. */
export function createClockOffsets(): ClockOffsets {
  const offsets = new Map<string, Offset>();
  return {
    add: (serial, deviceTime, receivedAt) => {
      const difference = deviceTime - receivedAt;
      const known = offsets.get(serial);
      if (known === undefined || Math.abs(receivedAt - known.since) > 2 * WINDOW_MS)
        offsets.set(serial, { since: receivedAt, present: difference, former: difference });
      else if (Math.abs(receivedAt - known.since) > WINDOW_MS)
        offsets.set(serial, { since: receivedAt, present: difference, former: known.present });
      else if (difference > known.present) offsets.set(serial, { ...known, present: difference });
    },
    of: (serial) => {
      const known = offsets.get(serial);
      return known === undefined ? null : Math.max(known.present, known.former);
    },
  };
}
