/** One reported state as stored in the history; instants in ms since epoch. */
export interface KeptReport {
  readonly serial: string;
  /** When the server received it; for a report that came late, when it was made, by the server's clock: it belongs to the time that it is about. */
  readonly receivedAt: number;
  /** When the server received a report that its device had kept while it could not send; absent for one that came when it was made, and before this was stored. */
  readonly arrivedAt?: number;
  readonly deviceTime: number;
  readonly sequence: number;
  readonly state: Readonly<Record<string, unknown>>;
}
