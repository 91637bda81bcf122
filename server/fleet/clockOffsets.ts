/** Clock offsets of devices: how far each clock is ahead of the server's, measured from the device's reports. */

/** Minimum time for which a measurement is used, in ms; the maximum is twice as long. */
const WINDOW_MS = 60_000;
/** Time, in ms, by which a report is earlier than the previous one if the clock was set back between them: no clock runs backwards by itself. */
const SET_BACK_MS = 5_000;
/** The fields of a report that measure a clock: device time and server receive time (ms since epoch), and the device's sequence number. */
interface MeasuredReport {
  readonly deviceTime: number;
  readonly sequence: number;
  readonly receivedAt: number;
}
interface Offset {
  readonly last: MeasuredReport;
  readonly since: number;
  readonly present: number;
  readonly former: number;
}

/** The offsets of the devices' clocks from the server's. */
export interface ClockOffsets {
  /** Records a report, in the order in which the device made them. */
  readonly add: (serial: string, report: MeasuredReport) => void;
  /** Returns how far a device's clock is ahead, in ms, negative when it is behind; null before its first report. */
  readonly of: (serial: string) => number | null;
}

/**
 * Returns whether the clock of a device was set back between two reports. The sequence number then rises; if it does not, the device has resent reports or
 * restarted.
 */
const isSetBack = (next: MeasuredReport, last: MeasuredReport): boolean =>
  next.deviceTime < last.deviceTime - SET_BACK_MS && next.sequence > last.sequence;

/**
 * Measures clock offsets from reports: the largest difference in the last one to two minutes, since the delay of a report makes a clock seem late; a clock that
 * was set back is measured anew. Source: CLOCK1.
 */
export function createClockOffsets(): ClockOffsets {
  const offsets = new Map<string, Offset>();
  return {
    add: (serial, last) => {
      const { deviceTime, receivedAt } = last;
      const present = deviceTime - receivedAt;
      const known = offsets.get(serial);
      const age = known === undefined || isSetBack(last, known.last) ? Number.POSITIVE_INFINITY : Math.abs(receivedAt - known.since);
      if (known === undefined || age > 2 * WINDOW_MS) offsets.set(serial, { last, since: receivedAt, present, former: present });
      else if (age > WINDOW_MS) offsets.set(serial, { last, since: receivedAt, present, former: known.present });
      else offsets.set(serial, { ...known, last, present: Math.max(present, known.present) });
    },
    of: (serial) => {
      const known = offsets.get(serial);
      return known === undefined ? null : Math.max(known.present, known.former);
    },
  };
}
