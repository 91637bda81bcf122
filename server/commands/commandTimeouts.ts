/** Timeouts and intervals of commands and control, all in ms. */
export interface CommandTimes {
  /** Time from request to delivery; the device ignores a command after that. */
  readonly deliverMs: number;
  /** Time from request to end; uploads and map validation take long. */
  readonly endMs: number;
  /** Time for which a stop waits for the device's result. */
  readonly stopMs: number;
  /** Time for which a configuration change waits for the device's result. */
  readonly configMs: number;
  /** Timeout of the long poll `wait/{event}`, and the maximum age of the commands that it accepts. */
  readonly waitMs: number;
  /** Interval at which open commands are checked and failed writes are retried. */
  readonly beatMs: number;
  /** Interval at which presence is written and control is checked. */
  readonly controlBeatMs: number;
  /** Delay after which a connected device is asked for missing data; most devices report it by themselves before that. */
  readonly askAfterMs: number;
}

/** The production values. */
export const usualTimes: CommandTimes = {
  deliverMs: 10_000,
  endMs: 120_000,
  stopMs: 5_000,
  configMs: 8_000,
  waitMs: 10_000,
  beatMs: 1_000,
  controlBeatMs: 5_000,
  askAfterMs: 20_000,
};
