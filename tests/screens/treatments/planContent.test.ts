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
    ['1', '00:02:30'],
    ['2', '00:01:15'],
  ]);
  expect(most).toBe('00:02:30');
  expect(amountsOf(layer(lane('1', 0))).tones.get('1')).toEqual({ amount: 0 });
  expect(amountsOf(undefined)).toMatchObject({ most: null });
});

it('[RULE-054] [CONST-041] the treatment time of a lane reads hh:mm:ss in legend and popup; a dosage keeps its unit', () => {
  const amounts = amountsOf(layer(lane('1', 3_725), lane('2', 1_500, 'J/m²')));
  expect(amounts.texts.get('1')).toBe('01:02:05');
  expect(amounts.texts.get('2')).toBe('1 500 J/m²');
  expect(amounts.most).toBe('01:02:05');
  expect(laneNotes(new Map([['1', 'completed']]), [], amounts).get('1')).toBe('Completed, 01:02:05');
});

it('[TRT-025] [ANY8] a pressed lane says what became of it, its newest error where it failed, and how much it got', () => {
  const coded = (error_code: string) => job('1', 'FAILED', { error_code });
  const jobs = [coded('0x1'), coded('0x0A010023'), coded(''), job('2', 'COMPLETED')];
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
  ['runs at a server that leaves its end empty', { finish_time: '', map_id: 'de-linde-2' }, 'de-linde-2', ['LF-02']],
  ['has ended', { finish_time: '2026-03-04T13:00:00Z', map_id: 'de-linde-2' }, 'de-linde-2', []],
  ['runs, and the device is at another site', { finish_time: undefined, map_id: 'de-linde-2' }, 'de-linde-1', []],
  ['names no map, nor does the device', { finish_time: null, map_id: null }, null, []],
  ['has an empty map, and the device is nowhere', { finish_time: null, map_id: '' }, null, []],
])('[TRT-020] [WHERE1] [ANY8] the plan of a treatment that %s shows the device', (_, treatment, siteId, shown) => {
  const device = aDevice('LF-02', 'Boris');
  const state = aState({ current_pose_x: 3, current_pose_y: 4 });
  const row = { serial: 'LF-02', reportedAt: 1, receivedAt: 1, state, isPresent: true, vanishedAt: null, errorBegan: null };
  expect(treatingDevice(treatment, { device, siteId, row, isLive: true }).map(({ serial }) => serial)).toEqual(shown);
  expect(treatingDevice(treatment, { device: undefined, siteId, row: undefined, isLive: false })).toEqual([]);
});

it('[MAPV3] an amount without a unit is a number alone', () => {
  const plain: Parameters<typeof amountsOf>[0] = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { object_id: '2', value: 12 } }],
  };
  expect(amountsOf(plain).texts.get('2')).toBe('12');
});
