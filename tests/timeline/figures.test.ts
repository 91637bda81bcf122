import { expect, it } from 'vitest';
import { sitesOf } from '#timeline/compare/comparedSites';
import { figuresOf } from '#timeline/compare/figures';
import { getAllDevices } from '#contract/devices/device';
import { reduceLog } from '#state/store';
import type { RecordedMark } from '#streams/recording/timeline';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';

const device = (serial: string, site_id: string) => ({
  serial,
  name: serial,
  device_type: 'LUMION_FIX',
  life_cycle_stage: 'OPERATIONAL',
  site_id,
  site_version: '2.1.4#1#1#1#1#1#1#1#1',
});
/** Two devices on one map, one on another, each at its x; the last one has no place. */
const stateOf = (...places: readonly number[]) =>
  reduceLog(
    undefined,
    eventsOf(
      [
        1,
        {
          kind: 'request.succeeded',
          key: getAllDevices.name,
          call: getAllDevices.name,
          answer: { result: [device('ONE', 'm-1'), device('TWO', 'm-1'), device('OTHER', 'm-2'), device('LOST', 'm-2')] },
        },
      ],
      ...['ONE', 'TWO', 'OTHER'].map(
        (serial, index) => [1, reported(serial, 1, { current_pose_x: places[index], current_pose_y: 2 })] as const,
      ),
      [1, reported('LOST', 1)],
      [2, ticked],
    ),
  );
const mark = (kind: RecordedMark['kind'], at: number): RecordedMark => ({ kind, at, text: kind });
const marks = [
  mark('error', 1_000),
  mark('error', 2_000),
  mark('command', 2_500),
  mark('connection', 2_600),
  mark('error', 3_000),
  mark('error', 3_001),
];
const [a, b] = [
  { at: 1_000, state: stateOf(1, 1, 1) },
  { at: 3_000, state: stateOf(1, 5, 9) },
];
const happened = { errors: { count: 2, last: mark('error', 3_000) }, commands: { count: 1, last: mark('command', 2_500) } };

it.each([
  ['B after A', { from: a, to: b }, marks, { placed: 3, moved: 2, ...happened }],
  ['B before A', { from: b, to: a }, marks, { placed: 3, moved: 2, ...happened }],
  ['A itself', { from: a, to: a }, marks, { placed: 3, moved: 0, errors: { count: 0, last: null }, commands: { count: 0, last: null } }],
  ['no marks', { from: a, to: b }, [], { placed: 3, moved: 2, errors: { count: 0, last: null }, commands: { count: 0, last: null } }],
])('[COMPARE8] the events between the moments are counted: %s', (_, moments, given, figures) => {
  expect(figuresOf(moments, sitesOf(moments.to.state), given)).toEqual(figures);
});
