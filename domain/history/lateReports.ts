/** The instant at which the server learned of a report: a report that a device stored while it could not send arrives later than it was made. */

/** The times of a report: its own time by the server's clock, and its arrival if its device had stored it. */
interface Arrived {
  readonly receivedAt: number;
  readonly arrivedAt?: number | undefined;
}

/** Returns the instant at which the server learned of a report: the report's own time, unless it arrived later. */
export const knownAt = ({ receivedAt, arrivedAt }: Arrived): number => Math.max(receivedAt, arrivedAt ?? receivedAt);

/** Returns whether a report arrived late. */
export const isLate = (report: Arrived): boolean => knownAt(report) > report.receivedAt;
