import type { StateFrame } from '#contract/socket';
import type { DeviceState, WireState } from '#contract/state';

// Thousands of these pass per second, and the schema library without `eval` takes longer than parsing the JSON. So the one hot shape has a
// hand-written guard that the worker can load without the library. A property test proves it equal to the schema.

type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is not an array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextOrNone = (value: unknown): boolean => value == null || typeof value === 'string';
// JSON writes Infinity as 1e999.
const isNumberOrNone = (value: unknown): boolean => value == null || (typeof value === 'number' && Number.isFinite(value));
const isFlagOrNone = (value: unknown): boolean => value == null || typeof value === 'boolean';
const count = (value: unknown): number => (value === undefined ? 0 : 1);

function isPose(s: Fields): boolean {
  return (
    isNumberOrNone(s.battery_level) &&
    isTextOrNone(s.controller) &&
    isTextOrNone(s.controller_name) &&
    isTextOrNone(s.controller_since) &&
    isTextOrNone(s.current_node) &&
    isNumberOrNone(s.current_pose_x) &&
    isNumberOrNone(s.current_pose_y) &&
    isNumberOrNone(s.current_pose_theta) &&
    isNumberOrNone(s.current_velocity)
  );
}

const poseCount = (s: Fields): number =>
  count(s.battery_level) +
  count(s.controller) +
  count(s.controller_name) +
  count(s.controller_since) +
  count(s.current_node) +
  count(s.current_pose_x) +
  count(s.current_pose_y) +
  count(s.current_pose_theta) +
  count(s.current_velocity);

const isTasks = (s: Fields): boolean => isTextOrNone(s.current_state) && isTextOrNone(s.current_task) && isTextOrNone(s.error_code);
const tasksCount = (s: Fields): number => count(s.current_state) + count(s.current_task) + count(s.error_code);

function isDocks(s: Fields): boolean {
  return (
    isTextOrNone(s.state) &&
    isTextOrNone(s.error) &&
    isTextOrNone(s.di_state) &&
    isTextOrNone(s.rp_state) &&
    isTextOrNone(s.implement_state) &&
    isFlagOrNone(s.implement_functional) &&
    (isTextOrNone(s.implement_error) || isFlagOrNone(s.implement_error)) &&
    isTextOrNone(s.implement_error_code) &&
    isTextOrNone(s.implement_imp_state) &&
    isTextOrNone(s.implement_imp_state_left) &&
    isTextOrNone(s.implement_implement) &&
    isTextOrNone(s.implement_implement_type) &&
    isTextOrNone(s.implement_implement_left) &&
    isTextOrNone(s.implement_implement_type_left) &&
    isTextOrNone(s.implement_sideshift)
  );
}

const docksCount = (s: Fields): number =>
  count(s.state) +
  count(s.error) +
  count(s.di_state) +
  count(s.rp_state) +
  count(s.implement_state) +
  count(s.implement_functional) +
  count(s.implement_error) +
  count(s.implement_error_code) +
  count(s.implement_imp_state) +
  count(s.implement_imp_state_left) +
  count(s.implement_implement) +
  count(s.implement_implement_type) +
  count(s.implement_implement_left) +
  count(s.implement_implement_type_left) +
  count(s.implement_sideshift);

function fieldCount(s: Fields): number {
  let fields = 0;
  for (const _ in s) fields += 1;
  return fields;
}

/**
 * True for a state that matches the contract and has no unknown field. Never true for what the schema rejects; a state with unknown fields is left to
 * the schema, which drops them.
 */
function isWireState(value: unknown): value is WireState {
  if (!isFields(value) || !isPose(value) || !isTasks(value)) return false;
  const fields = fieldCount(value);
  if (fields === poseCount(value) + tasksCount(value)) return true;
  return isDocks(value) && fields === poseCount(value) + tasksCount(value) + docksCount(value);
}

// Milliseconds and `Z`, on a day that exists.
const COMMON_INSTANT =
  /^(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** True for an instant as devices and servers write it. Never true for what the schema rejects; rare formats are left to the schema. */
export const isCommonInstant = (value: unknown): value is string => typeof value === 'string' && COMMON_INSTANT.test(value);

/** True for a state push that matches the contract and has no unknown field. */
export function isStateFrame(value: unknown): value is StateFrame {
  return (
    isFields(value) &&
    value.type === 'state' &&
    typeof value.serial === 'string' &&
    isCommonInstant(value.timestamp) &&
    isWireState(value.state)
  );
}

/** True for the newest report of a device as `GET machines` gives it, whose state has no unknown field. */
export function isDeviceState(value: unknown): value is DeviceState {
  return isFields(value) && isCommonInstant(value.timestamp) && isFlagOrNone(value.is_live) && isWireState(value.state);
}
