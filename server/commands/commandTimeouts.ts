/** Timeouts and intervals of commands and control, all in ms. */
export interface CommandTimes {
  /** From request to delivery; the device ignores a command after that. */
  readonly deliverMs: number;
  /** From request to end; uploads and map validation take long. */
  readonly endMs: number;
  /** Timeout of a stop for the device's result. */
  readonly stopMs: number;
  /** Timeout of a configuration change for the device's result. */
  readonly configMs: number;
  /** Timeout of the long poll `wait/{event}`, and the age of commands that it accepts. */
  readonly waitMs: number;
  /** Interval of checking open commands and retrying failed writes. */
  readonly beatMs: number;
  /** Interval of writing presence and checking control. */
  readonly controlBeatMs: number;
  /** Delay after which a connected device is asked for unknown data: it reports by itself first. */
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
