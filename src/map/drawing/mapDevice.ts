/** A device on a plan (`MapDevice`), and a `Ghost`, the mark of its position at another moment. */

import type { Tone } from '#ui/palette';

/** The position of a device at another moment, and the device at its current position if it is on the plan. */
export interface Ghost {
  readonly serial: string;
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  readonly now: MapDevice;
}

/** A device on a plan: its last reported pose in metres and radians (0 is east, counter-clockwise) and the values of its table row. */
export interface MapDevice {
  readonly serial: string;
  readonly name: string;
  readonly node: string | null;
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  /** The velocity, in metres per second. */
  readonly velocity: number | null;
  readonly tone: Tone;
}
