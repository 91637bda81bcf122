/** Fast checks of a report without the schema library: `isStateFrame`, `isDeviceState` and `isCommonInstant`. */

import type { StateFrame } from '#contract/fleet/socket';
import type { DeviceState, WireState } from '#contract/fleet/state';

// Thousands of reports pass per second, and checking them with the schema library without `eval` takes longer than parsing the JSON. Therefore the one frequent
// shape has a hand-written guard, which the worker can load without the library. Reading the fields from their table would take twice as long. Tests prove that
// the guard and the schema are equal.

type Fields = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object but not an array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

// The value of a field that does not match, which makes every sum negative; a missing field adds 0, and a matching one adds 1.
const MISMATCH = -1_000;
const text = (value: unknown): number => (value === undefined ? 0 : value === null || typeof value === 'string' ? 1 : MISMATCH);
const flag = (value: unknown): number => (value === undefined ? 0 : value === null || typeof value === 'boolean' ? 1 : MISMATCH);
const textOrFlag = (value: unknown): number => (typeof value === 'string' ? 1 : flag(value));
// JSON can contain Infinity, written as 1e999.
const number = (value: unknown): number =>
  value === undefined ? 0 : value === null || (typeof value === 'number' && Number.isFinite(value)) ? 1 : MISMATCH;

const tasksCount = (s: Fields): number =>
  number(s.battery_level) +
  text(s.controller) +
  text(s.controller_name) +
  text(s.controller_since) +
  text(s.current_node) +
  number(s.current_pose_x) +
  number(s.current_pose_y) +
  number(s.current_pose_theta) +
  number(s.current_velocity) +
  text(s.current_state) +
  text(s.current_task) +
  text(s.error_code);

const docksCount = (s: Fields): number =>
  text(s.state) +
  text(s.error) +
  text(s.di_state) +
  text(s.rp_state) +
  text(s.implement_state) +
  flag(s.implement_functional) +
  textOrFlag(s.implement_error) +
  text(s.implement_error_code) +
  text(s.implement_imp_state) +
  text(s.implement_imp_state_left) +
  text(s.implement_implement) +
  text(s.implement_implement_type) +
  text(s.implement_implement_left) +
  text(s.implement_implement_type_left) +
  text(s.implement_sideshift);

function fieldCount(s: Fields): number {
  let fields = 0;
  for (const _ in s) fields += 1;
  return fields;
}

/** Returns whether a value is a state that matches the contract, with any other fields. Never true for a state that the schema rejects. */
export function isWireState(value: unknown): value is WireState {
  if (!isFields(value)) return false;
  const others = fieldCount(value) - tasksCount(value);
  // A sum above the number of fields means that a field does not match.
  return others === 0 || (others <= fieldCount(value) && docksCount(value) >= 0);
}

/** Returns whether a checked state has only fields of the contract; false also for a state of docks, whose fields are not counted. */
export const hasKnownFieldsOnly = (state: Fields): boolean => fieldCount(state) === tasksCount(state);

// The common format of an instant: with milliseconds and `Z`, on an existing day.
const COMMON_INSTANT =
  /^(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/**
 * Returns whether a value is an instant in the format that devices and servers commonly write. Never true for a text that the schema rejects; the schema checks
 * rare formats.
 */
export const isCommonInstant = (value: unknown): value is string => typeof value === 'string' && COMMON_INSTANT.test(value);

/** Returns whether a value is a state push that matches the contract. */
export function isStateFrame(value: unknown): value is StateFrame {
  return (
    isFields(value) &&
    value.type === 'state' &&
    typeof value.serial === 'string' &&
    isCommonInstant(value.timestamp) &&
    isWireState(value.state)
  );
}

/** Returns whether a value is the newest report of a device in the shape that `GET machines` returns. */
export function isDeviceState(value: unknown): value is DeviceState {
  return isFields(value) && isCommonInstant(value.timestamp) && flag(value.is_live) >= 0 && isWireState(value.state);
}
