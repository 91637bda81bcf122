import { tagState } from '#contract/fleet/reportedState';
import type { WireState } from '#contract/fleet/state';
import { activityOf } from '#domain/devices/activity';
import { deviceTypes } from '#domain/devices/deviceTypes';
import { isInError, isTreating } from '#domain/devices/treating';
import { firstWatch } from '#domain/notifications/deviceWatch';
import { errorTransition } from '#server/fleet/ingest/errorTransition';
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
  ...['XENION_CONNECT', 'XENION_A6', 'UVP01', 'SPR01', 'KOMPANO', 'a type of tomorrow', 'constructor'].flatMap(
    (type): [string, string, WireState, boolean][] => [
      ['INERROR1', type, executing('uv_treatment'), true],
      ['INERROR1', type, executing('drive_task'), false],
      ['INERROR1', type, { current_state: 'ERROR', current_task: 'uv_treatment' }, false],
      ['INERROR1', type, { state: 'docking' }, false],
    ],
  ),
])('[%s] a %s with %j is treating: %s', (_, type, state, treating) => {
  expect(isTreating(type, tagState(state), true)).toBe(treating);
});

it('[GAP-06] a DIV01 that is not live is not treating, nor is any device without a state', () => {
  expect(isTreating('DIV01', tagState({ state: 'docking' }), false)).toBe(false);
  expect(Object.keys(deviceTypes).filter((type) => isTreating(type, undefined, true))).toEqual([]);
});

it.each<[string, WireState, boolean]>([
  ['RULE-025', { current_state: 'ERROR' }, true],
  ['RULE-025', { current_state: 'error' }, true],
  ['RULE-025', { current_state: 'executing_task' }, false],
  ['RULE-026', { state: 'error' }, true],
  ['RULE-026', { state: 'idle' }, false],
  ['GAP-03', { state: 'ERROR' }, true],
  ['GAP-03', { current_state: 'Error' }, true],
  ['INERROR1', { current_state: 'error_recovered' }, false],
  ['INERROR1', { current_state: null }, false],
])('[%s] a device of any type with %j is in error: %s; screen, count, period and notification agree', (_, state, inError) => {
  const reported = tagState({ ...state });
  const now = { deviceType: 'KOMPANO', state: reported, measuredAt: 5_000, receivedAt: 5_000 };
  expect(isInError(reported)).toBe(inError);
  expect(activityOf(reported).kind === 'error').toBe(inError);
  expect(errorTransition('A', undefined, state, 5)?.kind === 'began').toBe(inError);
  expect(firstWatch(now).trouble?.kind === 'error').toBe(inError);
});

it('[RULE-025] a device without a state is not in error', () => {
  expect(isInError(undefined)).toBe(false);
});
