import { tagState } from '#contract/fleet/reportedState';
import type { WireState } from '#contract/fleet/state';
import { activityOf, activityText } from '#domain/devices/activity';
import { expect, it } from 'vitest';

const shown = (state: WireState) => {
  const { kind, label, code } = activityOf(tagState(state));
  return code === undefined ? [kind, label] : [kind, label, code];
};

const executing = (current_task: string): WireState => ({ current_state: 'executing_task', current_task });

it.each<[string, WireState, readonly string[]]>([
  ['[RULE-001] error with no sub-state', { current_state: 'error', error_code: '0x0000001a' }, ['error', 'Error', '0x0000001a']],
  ['[RULE-001] error with any sub-state', { ...executing('uv_treatment'), current_state: 'error' }, ['error', 'Error']],
  ['[RULE-001] error with a short code', { current_state: 'error', error_code: '0x1A' }, ['error', 'Error', '0x0000001a']],
  ['[RULE-062] error with the code of no error', { current_state: 'error', error_code: '0x00000000' }, ['error', 'Error']],
  ['[RULE-002] waiting_for_task', { current_state: 'waiting_for_task' }, ['idle', 'Idle']],
  ['[RULE-002] waiting_for_task with a sub-state', { current_state: 'waiting_for_task', current_task: 'starting' }, ['idle', 'Idle']],
  ['[RULE-003] restarting', executing('restarting'), ['reconfiguring', 'Reconfiguring Software']],
  ['[RULE-004] resetting', executing('resetting'), ['reconfiguring', 'Reconfiguring Software']],
  ['[RULE-005] drive_manually', executing('drive_manually'), ['manual', 'Manual Driving']],
  ['[RULE-006] waiting', executing('waiting'), ['waiting', 'Waiting to start treatment']],
  ['[RULE-007] recovering', executing('recovering'), ['recovering', 'In Recovery']],
  ['[RULE-008] finishing_current', executing('finishing_current'), ['finishing', 'Finishing Current Lane']],
  ['[RULE-009] starting', executing('starting'), ['starting', 'Starting the treatment']],
  ['[RULE-010] calibration', executing('calibration'), ['calibrating', 'In Calibration']],
  ['[RULE-011] initializing', executing('initializing'), ['initializing', 'Initializing']],
  ['[RULE-012] drive_task', executing('drive_task'), ['driving', 'Autonomously Driving']],
  ['[RULE-013] uv_treatment', executing('uv_treatment'), ['treating', 'Executing UV Treatment']],
  ['[RULE-014] init_sideshift', executing('init_sideshift'), ['sideshift', 'Moving Sideshift']],
  ['[RULE-015] another sub-state', executing('dancing'), ['other', 'Executing Unknown Action (dancing)']],
  ['[RULE-015] no sub-state', { current_state: 'executing_task', current_task: null }, ['other', 'Executing Unknown Action']],
  ['[RULE-016] an unknown state', { current_state: 'flying' }, ['unknown', '-']],
  ['[RULE-017] a missing state', {}, ['unknown', '-']],
  ['[GAP-03] an upper-case state', { current_state: 'ERROR' }, ['error', 'Error']],
  ['[INERROR1] a word for error in the field of another shape', { state: 'idle', current_state: 'error' }, ['error', 'Error']],
  ['[GAP-07] a DIV01 in error', { state: 'error', error: '0x000000ff' }, ['error', 'Error', '0x000000ff']],
  ['[GAP-07] an idle DIV01', { state: 'idle' }, ['idle', 'Idle']],
  ['[GAP-07] a DIV01 at work', { state: 'docking_left' }, ['working', 'docking left']],
  ['[GAP-07] a DIV01 with an empty state', { state: '' }, ['unknown', '-']],
])('%s is shown', (_, state, expected) => {
  expect(shown(state)).toEqual(expected);
});

it('[RULE-017] a device without any report is unknown', () => {
  expect(activityOf(undefined)).toEqual({ kind: 'unknown', label: '-' });
});

it('[GAP-83] keeps the reported words beside the label', () => {
  expect(activityOf(tagState(executing('uv_treatment'))).raw).toBe('executing_task / uv_treatment');
  expect(activityOf(tagState({ current_state: 'flying' })).raw).toBe('flying');
  expect(activityText(activityOf(tagState({ current_state: 'charging', current_task: 'fast' })))).toBe('- charging / fast');
  expect(activityText(activityOf(undefined))).toBe('-');
});
