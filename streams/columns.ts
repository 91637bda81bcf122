/** Reports as columns of numbers between threads: their fields, and the result of reading one text. */

import type { KeptState } from '#contract/fleet/reportedState';
import { stateFieldsOf } from '#contract/fleet/stateFields';
import type { EventOf, Stamp } from './event.ts';

// Structured cloning of objects between threads takes longer than parsing them, while an ArrayBuffer is transferred. Therefore reports are sent as numbers:
// each text is sent once, and a number represents it afterwards.

/** The kinds of text that a worker parses: a frame of the socket, or the response with the newest report of every device. */
export type TextKind = 'frame' | 'machines';

/** A state report before the log adds its stamp. */
export type Report = Omit<EventOf<'device.stateReported'>, keyof Stamp>;

/** A push that is not a plain state report, and the number of reports before it in its frame. */
export interface OtherPush {
  readonly after: number;
  readonly push: unknown;
}

/** The content of one text. */
export interface Reading {
  readonly reports: readonly Report[];
  readonly others: readonly OtherPush[];
}

/** The reports of one text as numbers. The reader must have read all earlier blocks of the same writer. */
export interface Columns {
  /** True if the numbering of texts starts again, which makes earlier numbers invalid. */
  readonly isFresh: boolean;
  /** New texts, numbered after the earlier ones. */
  readonly texts: readonly string[];
  /**
   * Per report: the number of its form, the number of its serial, ms since epoch, then the fields that its form leaves open: numbers first, then the numbers of
   * texts.
   */
  readonly values: Float64Array<ArrayBuffer>;
  readonly others: readonly OtherPush[];
}

/** The number fields of a state. */
export const numberFields = stateFieldsOf('number');
/** The text fields; the last one holds all further fields. */
export const textFields = [...stateFieldsOf('text', 'textOrFlag'), 'other_fields'] as const;
/** The boolean fields. */
export const flagFields = stateFieldsOf('flag', 'textOrFlag');
/** Every field of the wire, in column order. */
export const wireFields = [...numberFields, ...stateFieldsOf('text', 'textOrFlag'), ...stateFieldsOf('flag')] as const;
/** All columns; the last one holds all further fields. */
export const fields = [...wireFields, 'other_fields'] as const;

/** Sets a number of a state. Storing a field by a literal name takes a fraction of the time of a computed name, and thousands are stored each second. */
export function setNumber(state: KeptState, name: (typeof numberFields)[number], value: number): void {
  if (name === 'current_pose_x') state.current_pose_x = value;
  else if (name === 'current_pose_y') state.current_pose_y = value;
  else if (name === 'current_pose_theta') state.current_pose_theta = value;
  else if (name === 'current_velocity') state.current_velocity = value;
  else state[name] = value;
}

/**
 * The kind of a value in columns: a number (`n`) and a text (`s`) have a column; true (`t`), false (`f`) and null (`0`) belong to the form of a report; `-`
 * cannot be represented.
 */
export type Letter = 'n' | 's' | 't' | 'f' | '0' | '-';

/** Returns the kind of a value; `-` for a missing value, a number that JSON cannot represent (NaN, infinite), a list or an object. */
export function letterOf(value: unknown): Letter {
  if (typeof value === 'number') return Number.isFinite(value) ? 'n' : '-';
  if (typeof value === 'string') return 's';
  if (value === null) return '0';
  if (value === true) return 't';
  return value === false ? 'f' : '-';
}
