import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { tagState } from '#contract/fleet/reportedState';
import type { WireState } from '#contract/fleet/state';
import { activityOf } from '#domain/devices/activity';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { activityStyle } from '#widgets/activityStyle';
import { codesKnown, showing } from './aConsole.tsx';

const executing = (current_task: string): WireState => ({ current_state: 'executing_task', current_task });

it.each<[string, WireState, string, string]>([
  ['RULE-002', { current_state: 'waiting_for_task' }, 'Idle', 'moon'],
  ['RULE-003', executing('restarting'), 'Reconfiguring Software', 'refresh-cw'],
  ['RULE-005', executing('drive_manually'), 'Manual Driving', 'gamepad-2'],
  ['RULE-006', executing('waiting'), 'Waiting to start treatment', 'hourglass'],
  ['RULE-007', executing('recovering'), 'In Recovery', 'rotate-ccw'],
  ['RULE-008', executing('finishing_current'), 'Finishing Current Lane', 'flag'],
  ['RULE-009', executing('starting'), 'Starting the treatment', 'play'],
  ['RULE-010', executing('calibration'), 'In Calibration', 'crosshair'],
  ['RULE-011', executing('initializing'), 'Initializing', 'loader-circle'],
  ['RULE-012', executing('drive_task'), 'Autonomously Driving', 'navigation'],
  ['RULE-013', executing('uv_treatment'), 'Executing UV Treatment', 'sun'],
  ['RULE-014', executing('init_sideshift'), 'Moving Sideshift', 'move-horizontal'],
  ['RULE-015', executing('dancing'), 'Executing Unknown Action (dancing)', 'circle-question-mark'],
])('[%s] %j is shown as %s with the icon %s', (_, state, label, icon) => {
  const { container } = showing(<ActivityBadge activity={activityOf(tagState(state))} />);
  expect(screen.getByText(label)).toBeVisible();
  expect(container.querySelector(`.lucide-${icon}`)).not.toBeNull();
});

it('[RULE-001] [DEV-030] an error shows its code', () => {
  const state = tagState({ current_state: 'error', error_code: '0x0000001a' });
  showing(<ActivityBadge activity={activityOf(state)} />, { events: [[1, codesKnown({ '0x0000001a': 'Wheel blocked' })]] });
  expect(screen.getByText('Error')).toBeVisible();
  expect(screen.getByRole('button', { name: '0x0000001a' })).toBeVisible();
  expect(activityStyle.error.tone).toBe('error');
});

it('[RULE-016] [RULE-017] an unknown activity is a dash without any icon', () => {
  const { container } = showing(<ActivityBadge activity={activityOf(undefined)} />);
  expect(screen.getByText('-')).toBeVisible();
  expect(container.querySelector('svg')).toBeNull();
});

it('[GAP-83] the reported words show when the pointer rests on it', () => {
  showing(<ActivityBadge activity={activityOf(tagState(executing('uv_treatment')))} variant="badge" />);
  expect(screen.getByTitle('executing_task / uv_treatment')).toHaveTextContent('Executing UV Treatment');
});
