import type { WireState } from '#contract/state';
import type { EventOf, Stamp } from './event.ts';

// An object that goes from one thread to another is written out and made anew, which costs more than parsing it; a block of numbers is handed
// over as it lies. So reports travel as numbers: a text is said once and has a number from then on.

/** What is read apart: a frame of the socket, or the answer with the newest report of every device. */
export type TextKind = 'frame' | 'machines';

/** A report of state before the log stamps it. */
export type Report = Omit<EventOf<'device.stateReported'>, keyof Stamp>;

/** A push that is no common report of state, and how many reports came before it in its frame. */
export interface OtherPush {
  readonly after: number;
  readonly push: unknown;
}

/** What one text held. */
export interface Reading {
  readonly reports: readonly Report[];
  readonly others: readonly OtherPush[];
}

/** A text's reports as numbers. Its reader must have read all that came before it from the same writer. */
export interface Columns {
  /** True for the first of a new count of texts: what was said before means nothing any more. */
  readonly isFresh: boolean;
  /** The texts that are new, numbered on from those said before. */
  readonly texts: readonly string[];
  /** Per report the number of its form, of its serial, ms since epoch, then what its form leaves open: numbers first, then numbers of texts. */
  readonly values: Float64Array;
  readonly others: readonly OtherPush[];
}

/** The fields of a state that hold numbers. */
export const numberFields = [
  'battery_level',
  'current_pose_x',
  'current_pose_y',
  'current_pose_theta',
  'current_velocity',
] as const satisfies readonly (keyof WireState)[];
/** The fields that hold texts. */
export const textFields = [
  'controller',
  'controller_name',
  'controller_since',
  'current_node',
  'current_state',
  'current_task',
  'error_code',
  'state',
  'error',
  'di_state',
  'rp_state',
  'implement_state',
  'implement_error',
  'implement_error_code',
  'implement_imp_state',
  'implement_imp_state_left',
  'implement_implement',
  'implement_implement_type',
  'implement_implement_left',
  'implement_implement_type_left',
  'implement_sideshift',
] as const satisfies readonly (keyof WireState)[];
/** The fields that may hold flags. */
export const flagFields = ['implement_functional', 'implement_error'] as const satisfies readonly (keyof WireState)[];
/** Every field, in the order in which columns have them. */
export const fields = [...numberFields, ...textFields, 'implement_functional'] as const;
