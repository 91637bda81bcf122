import { expect, it } from 'vitest';
import type { LaneState } from '#domain/treatments/jobs';
import { fillColour, type LaneTone } from '#map/drawing/laneFill';
import { mapStyle } from '#map/drawing/mapStyle';
import { amountsOf, countOf, laneNotes, lanesOfPlan, treatingDevice } from '#screens/treatments/detail/planContent';
import { aPlan, ground } from '../../support/aPlan.ts';
import { aState } from '../../state/eventsOf.ts';
import { aDevice } from '../../widgets/aConsole.tsx';
import { job } from './aTreatmentDetail.tsx';

const layer = (...features: ReturnType<typeof ground>[]) => ({ type: 'FeatureCollection' as const, features });
const lane = (object_id: string, value: number | string, unit = 's') => ground([0, 0, 1, 1], { object_id, value, unit });

it('[TRT-025] [RULE-078] every lane of the plan has a state, also one without a job; a lane that is not on it has none', () => {
  const states = lanesOfPlan(aPlan(), [job('101', 'FAILED'), job('999', 'COMPLETED')]);
  expect([...states]).toEqual([
    ['101', 'failed'],
    ['102', 'none'],
  ]);
  expect(countOf(states)).toEqual({ completed: 0, recovered: 0, failed: 1, queued: 0, none: 1 });
});

it.each<[string, LaneState, (colour: readonly number[]) => boolean]>([
  ['RULE-074', 'queued', ([red = 0, green = 0, blue = 0]) => red > 200 && green > 150 && blue < 80],
  ['RULE-075', 'failed', ([red = 0, green = 0, blue = 0]) => red > 150 && green < 60 && blue < 60],
  ['RULE-076', 'recovered', ([red = 0, green = 0, blue = 0]) => Math.abs(red - green) < 20 && red > 100 && blue < 80],
  ['RULE-077', 'completed', ([red = 0, green = 0, blue = 0]) => green > 100 && red < 80 && blue < 100],
  ['RULE-078', 'none', (colour) => Math.max(...colour.slice(0, 3)) - Math.min(...colour.slice(0, 3)) < 20],
])('[%s] [CONST-056] [TRT-025] a lane that is %s has its colour', (_row, state, isSo) => {
  const tone: LaneTone = state;
  expect(fillColour(mapStyle('light'), tone)).toSatisfy(isSo);
});

it('[TRT-022] [TRT-023] amounts are shares of the largest, which is named; what is no number is left out', () => {
  const { tones, texts, most } = amountsOf(layer(lane('1', 150), lane('2', 75), lane('3', 'much')));
  expect([...tones]).toEqual([
    ['1', { amount: 1 }],
    ['2', { amount: 0.5 }],
  ]);
  expect([...texts]).toEqual([
    ['1', '150 s'],
    ['2', '75 s'],
  ]);
  expect(most).toBe('150 s');
  expect(amountsOf(layer(lane('1', 0))).tones.get('1')).toEqual({ amount: 0 });
  expect(amountsOf(undefined)).toMatchObject({ most: null });
});

it('[TRT-025] a pressed lane says what became of it, its newest error where it failed, and how much it got', () => {
  const jobs = [job('1', 'FAILED', { error_code: '0x1' }), job('1', 'FAILED', { error_code: '0x0A010023' }), job('2', 'COMPLETED')];
  const states = new Map<string, LaneState>([
    ['1', 'failed'],
    ['2', 'completed'],
    ['3', 'none'],
  ]);
  expect([...laneNotes(states, jobs, amountsOf(layer(lane('2', 420, 'J/m²'))))]).toEqual([
    ['1', 'Failed 0x0a010023'],
    ['2', 'Completed, 420 J/m²'],
    ['3', 'No job'],
  ]);
});

it.each([
  ['runs', { finish_time: null, map_id: 'de-linde-2' }, 'de-linde-2', ['LF-02']],
  ['has ended', { finish_time: '2026-03-04T13:00:00Z', map_id: 'de-linde-2' }, 'de-linde-2', []],
  ['runs, and the device is at another site', { finish_time: undefined, map_id: 'de-linde-2' }, 'de-linde-1', []],
  ['names no map, nor does the device', { finish_time: null, map_id: null }, null, []],
])('[TRT-020] [WHERE1] the plan of a treatment that %s shows the device', (_, treatment, site_id, shown) => {
  const device = { ...aDevice('LF-02', 'Boris'), site_id };
  const state = aState({ current_pose_x: 3, current_pose_y: 4 });
  const row = { serial: 'LF-02', reportedAt: 1, receivedAt: 1, state, isPresent: true, vanishedAt: null, errorBegan: null };
  expect(treatingDevice(treatment, device, row, true).map(({ serial }) => serial)).toEqual(shown);
  expect(treatingDevice(treatment, undefined, undefined, false)).toEqual([]);
});

it('[MAPV3] an amount without a unit is a number alone', () => {
  const plain: Parameters<typeof amountsOf>[0] = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { object_id: '2', value: 12 } }],
  };
  expect(amountsOf(plain).texts.get('2')).toBe('12');
});
