/** One reported state as stored in the history; instants in ms since epoch. */
export interface KeptReport {
  readonly serial: string;
  readonly receivedAt: number;
  readonly deviceTime: number;
  readonly sequence: number;
  readonly state: Readonly<Record<string, unknown>>;
}
