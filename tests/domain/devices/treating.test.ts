import { tagState } from '#contract/fleet/reportedState';
import type { WireState } from '#contract/fleet/state';
import { deviceTypes } from '#domain/devices/deviceTypes';
import { isInError, isTreating } from '#domain/devices/treating';
import { expect, it } from 'vitest';

const executing = (current_task: string): WireState => ({ current_state: 'executing_task', current_task });

it.each<[string, string, WireState, boolean]>([
  ['RULE-018', 'LUMION_FIX', executing('waiting'), true],
  ['RULE-019', 'LUMION_FIX', executing('recovering'), true],
  ['RULE-020', 'LUMION_FIX', executing('finishing_current'), true],
  ['RULE-021', 'LUMION_FIX', executing('starting'), true],
  ['RULE-022', 'LUMION_FIX', executing('uv_treatment'), true],
  ...['restarting', 'resetting', 'drive_manually', 'calibration', 'initializing', 'drive_task', 'init_sideshift', 'dancing', ''].map(
    (task): [string, string, WireState, boolean] => ['RULE-023', 'LUMION_FIX', executing(task), false],
  ),
  ['RULE-023', 'LUMION_FIX', { current_state: 'waiting_for_task', current_task: 'uv_treatment' }, false],
  ['RULE-023', 'LUMION_FIX', { current_state: 'error', current_task: 'uv_treatment' }, false],
  ['RULE-023', 'LUMION_FIX', {}, false],
  ['RULE-024', 'DIV01', { state: 'docking' }, true],
  ['RULE-024', 'DIV01', { state: 'idle' }, false],
  ['RULE-024', 'DIV01', { state: 'error' }, false],
  ['GAP-06', 'DIV01', { state: '' }, false],
  ['GAP-06', 'DIV01', {}, false],
  ['GAP-03', 'LUMION_FIX', { current_state: 'EXECUTING_TASK', current_task: 'UV_TREATMENT' }, true],
  ['GAP-05', 'XENION_CONNECT', executing('uv_treatment'), true],
  ['GAP-05', 'XENION_A6', executing('uv_treatment'), true],
  ['GAP-05', 'UVP01', executing('uv_treatment'), false],
  ['GAP-05', 'constructor', executing('uv_treatment'), false],
])('[%s] a %s with %j is treating: %s', (_, type, state, treating) => {
  expect(isTreating(type, tagState(state), true)).toBe(treating);
});

it('[GAP-06] a DIV01 that is not live is not treating, nor is any device without a state', () => {
  expect(isTreating('DIV01', tagState({ state: 'docking' }), false)).toBe(false);
  expect(Object.keys(deviceTypes).filter((type) => isTreating(type, undefined, true))).toEqual([]);
});

it.each<[string, string, WireState, boolean]>([
  ['RULE-025', 'LUMION_FIX', { current_state: 'ERROR' }, true],
  ['RULE-025', 'LUMION_FIX', { current_state: 'error' }, true],
  ['RULE-025', 'LUMION_FIX', { current_state: 'executing_task' }, false],
  ['RULE-026', 'DIV01', { state: 'error' }, true],
  ['RULE-026', 'DIV01', { state: 'idle' }, false],
  ['GAP-05', 'XENION_CONNECT', { current_state: 'error' }, true],
  ['GAP-05', 'XENION_A6', { current_state: 'error' }, true],
  ['GAP-05', 'KOMPANO', { current_state: 'error' }, false],
])('[%s] a %s with %j is in error: %s', (_, type, state, inError) => {
  expect(isInError(type, tagState(state))).toBe(inError);
});

it('[RULE-025] a device without a state is not in error', () => {
  expect(Object.keys(deviceTypes).filter((type) => isInError(type, undefined))).toEqual([]);
});
