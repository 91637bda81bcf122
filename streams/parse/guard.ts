/** Fast checks of a report without the schema library: `isStateFrame`, `isDeviceState` and `isCommonInstant`. */

import type { StateFrame } from '#contract/fleet/socket';
import type { DeviceState, WireState } from '#contract/fleet/state';

// Thousands of these pass per second, and the schema library without `eval` takes longer than parsing the JSON. Therefore the one frequent shape has a
// hand-written guard that the worker can load without the library. Reading the fields from their table would take twice as long. Tests prove the guard equal to
// the schema.

type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is not an array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

// A field adds 0 if it is missing and 1 if it matches; a field that does not match makes every sum negative.
const MISMATCH = -1_000;
const text = (value: unknown): number => (value === undefined ? 0 : value === null || typeof value === 'string' ? 1 : MISMATCH);
const flag = (value: unknown): number => (value === undefined ? 0 : value === null || typeof value === 'boolean' ? 1 : MISMATCH);
const textOrFlag = (value: unknown): number => (typeof value === 'string' ? 1 : flag(value));
// JSON writes Infinity as 1e999.
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

/** True for a state that matches the contract, whatever other fields it has. Never true for a state that the schema rejects. */
export function isWireState(value: unknown): value is WireState {
  if (!isFields(value)) return false;
  const others = fieldCount(value) - tasksCount(value);
  // If this exceeds the number of fields, a field does not match.
  return others === 0 || (others <= fieldCount(value) && docksCount(value) >= 0);
}

/** True for a checked state that has no field besides those of the contract; false also for one of docks, whose fields are not counted. */
export const hasKnownFieldsOnly = (state: Fields): boolean => fieldCount(state) === tasksCount(state);

// With milliseconds and `Z`, on an existing day.
const COMMON_INSTANT =
  /^(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** True for an instant as devices and servers write it. Never true for a text that the schema rejects; rare formats are left to the schema. */
export const isCommonInstant = (value: unknown): value is string => typeof value === 'string' && COMMON_INSTANT.test(value);

/** True for a state push that matches the contract. */
export function isStateFrame(value: unknown): value is StateFrame {
  return (
    isFields(value) &&
    value.type === 'state' &&
    typeof value.serial === 'string' &&
    isCommonInstant(value.timestamp) &&
    isWireState(value.state)
  );
}

/** True for the newest report of a device as `GET machines` returns it. */
export function isDeviceState(value: unknown): value is DeviceState {
  return isFields(value) && isCommonInstant(value.timestamp) && flag(value.is_live) >= 0 && isWireState(value.state);
}
