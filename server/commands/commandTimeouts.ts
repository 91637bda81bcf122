/** How long commands and control may take, all in ms. */
export interface CommandTimes {
  /** From click to the device; afterwards it must not act any more. */
  readonly deliverMs: number;
  /** From click to the end: an upload or a check of maps takes its time. */
  readonly endMs: number;
  /** How long a stop waits for the device's result. */
  readonly stopMs: number;
  /** How long a change of configuration waits for the device's result. */
  readonly configMs: number;
  /** How long `wait/{event}` is held, and how far it looks back. */
  readonly waitMs: number;
  /** How often open commands are checked and failed writes are retried. */
  readonly beatMs: number;
  /** How often presence is written and control is checked. */
  readonly controlBeatMs: number;
}

/** The times of the product. */
export const usualTimes: CommandTimes = {
  deliverMs: 10_000,
  endMs: 120_000,
  stopMs: 5_000,
  configMs: 8_000,
  waitMs: 10_000,
  beatMs: 1_000,
  controlBeatMs: 5_000,
};
