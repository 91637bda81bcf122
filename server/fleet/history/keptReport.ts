/** One reported state as stored in the history; instants in ms since epoch. */
export interface KeptReport {
  readonly serial: string;
  /**
   * The time at which the server received it; for a late report, the time at which it was made, by the server's clock, because it belongs to that
   * time.
   */
  readonly receivedAt: number;
  /**
   * The arrival of a report that its device had stored while it was offline; absent for a report that was not late, and in data of versions that did
   * not store this.
   */
  readonly arrivedAt?: number;
  readonly deviceTime: number;
  readonly sequence: number;
  readonly state: Readonly<Record<string, unknown>>;
}
