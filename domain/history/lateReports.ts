/** When the server knew of a report: one that its device kept while it could not send arrives later than it was made. Instants in ms since epoch. */

/** A report: when it was made, by the server's clock, and when it arrived, if its device had kept it. */
interface Arrived {
  readonly receivedAt: number;
  readonly arrivedAt?: number | undefined;
}

/** Returns when the server knew of a report: at its own time, unless it arrived later. */
export const knownAt = ({ receivedAt, arrivedAt }: Arrived): number => Math.max(receivedAt, arrivedAt ?? receivedAt);

/** Returns whether a report came late. */
export const isLate = (report: Arrived): boolean => knownAt(report) > report.receivedAt;
