import { expect, it } from 'vitest';
import type { MapDevice } from '#map/drawing/mapDevice';
import { reduceLog } from '#state/store';
import { ghostsOf } from '#widgets/EarlierMoment';
import { aState } from '../state/eventsOf.ts';

const at = (serial: string, x: number, y: number): MapDevice => ({
  serial,
  name: serial,
  node: null,
  x,
  y,
  theta: 0,
  velocity: null,
  tone: 'online',
});

const report = (seq: number, serial: string, state: Parameters<typeof aState>[0]) => ({
  kind: 'device.stateReported' as const,
  seq,
  at: 1_000,
  source: 'socket' as const,
  serial,
  reportedAt: 1_000,
  state: aState(state),
});

it('[COMPARE3] a device that moved since A has a ghost at its earlier place; one that stayed, or had no known place, has none', () => {
  const state = reduceLog(undefined, [
    report(1, 'MOVED', { current_pose_x: 1, current_pose_y: 2, current_pose_theta: 3 }),
    report(2, 'STAYED', { current_pose_x: 5, current_pose_y: 6 }),
    report(3, 'NOWHERE', { current_pose_x: null, current_pose_y: 6 }),
  ]);
  const devices = [at('MOVED', 7, 8), at('STAYED', 5, 6), at('NOWHERE', 1, 1), at('UNKNOWN', 1, 1)];
  expect(ghostsOf(devices, { at: 1_000, state })).toEqual([{ serial: 'MOVED', x: 1, y: 2, theta: 3, now: devices[0] }]);
});
