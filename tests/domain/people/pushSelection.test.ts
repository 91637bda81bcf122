import { expect, it } from 'vitest';
import {
  noSubscriptionsText,
  isPushDevice,
  mayEnable,
  PUSH_MAX,
  pushRows,
  pushWarning,
  selectionProblem,
} from '#domain/people/pushSelection';

const device = (serial: string, name: string, more: { device_type?: string; life_cycle_stage?: string } = {}) => ({
  serial,
  name,
  device_type: 'LUMION_FIX',
  life_cycle_stage: 'OPERATIONAL',
  ...more,
});

it.each([
  ['LUMION_FIX', true],
  ['DIV01', true],
  ...[
    'XENION_CONNECT',
    'XENION_A6',
    'UVP01',
    'UVP02',
    'UVP03',
    'UVP04',
    'SPR01',
    'SCT01',
    'DSS01',
    'DIL01',
    'DBD01',
    'BUG01',
    'KOMPANO',
    'OTHER',
  ].map((type) => [type, false] as const),
] as const)('[PROF-007] a %s is in the table: %s', (device_type, isIn) => {
  expect(isPushDevice(device('S', 'Name', { device_type }))).toBe(isIn);
});

it.each([
  [{ life_cycle_stage: 'DECOMMISSIONED', name: 'Lumion 01' }, false],
  [{ life_cycle_stage: 'OPERATIONAL', name: 'Lumion 01 (Decommissioned)' }, true],
])('[PROF-008] [ENDS4] %j is in the table: %s', (out, isIn) => {
  expect(isPushDevice({ device_type: 'LUMION_FIX', ...out })).toBe(isIn);
});

const places = new Map([
  ['a2', 'Aalst 10'],
  ['a10', 'Aalst 10'],
  ['a1', 'Aalst 9'],
  ['z', 'Zele'],
]);
const rows = (devices: Parameters<typeof pushRows>[0]) => pushRows(devices, (serial) => places.get(serial) ?? 'Not Deployed');

it('[PROF-009] [PROF-010] [PROF-011] [MSG-090] rows are ordered by location, the devices without one last, then name, then serial', () => {
  const mixed = [
    device('n2', 'Alba'),
    device('z', 'Alba'),
    device('a10', 'Robot 10'),
    device('n1', 'Alba'),
    device('a2', 'Robot 9'),
    device('a1', 'Zora'),
    device('x', 'Alba', { device_type: 'UVP01' }),
  ];
  expect(rows(mixed).map((row) => [row.location, row.device.name, row.device.serial])).toEqual([
    ['Aalst 9', 'Zora', 'a1'],
    ['Aalst 10', 'Robot 9', 'a2'],
    ['Aalst 10', 'Robot 10', 'a10'],
    ['Zele', 'Alba', 'z'],
    ['Not Deployed', 'Alba', 'n1'],
    ['Not Deployed', 'Alba', 'n2'],
  ]);
});

it('[PROF-012] [PROF-013] a location that repeats the row above is known as such, and a name that does at the same location', () => {
  const shown = rows([device('z', 'Alba'), device('a2', 'Alba'), device('a10', 'Alba'), device('a1', 'Bora')]);
  expect(shown.map((row) => [row.device.serial, row.repeatsLocation, row.repeatsName])).toEqual([
    ['a1', false, false],
    ['a2', false, false],
    ['a10', true, true],
    ['z', false, false],
  ]);
});

it('[CONST-012] [PROF-016] [GAP-110] the 75th device can be enabled, none after it', () => {
  expect(PUSH_MAX).toBe(75);
  expect([0, 74, 75, 76, 80].map(mayEnable)).toEqual([true, true, false, false, false]);
});

it.each([
  [0, null],
  [69, null],
  [70, null],
  [71, 'You have already selected 71 devices to receive notifications, the max is 75'],
  [75, 'You have already selected 75 devices to receive notifications, the max is 75'],
  [80, 'You have already selected 80 devices to receive notifications, the max is 75'],
])('[CONST-013] [PROF-018] [PROF-019] [MSG-091] [GAP-110] with %d selected the warning is %s', (count, text) => {
  expect(pushWarning(count)).toBe(text);
});

it('[PROF-020] [MSG-092] nobody to notify is reported with the name of the company', () => {
  expect(noSubscriptionsText('Serra Robotics')).toBe(
    'No subscriptions found, are the notifications enabled in your Serra Robotics Application?',
  );
});

const so = (many: number) => new Set(Array.from({ length: many }, (_, at) => `s${at}`));

it.each([
  ['one more at 74', 74, { new: true }, null],
  ['one more at 75', 75, { new: true }, 'At most 75 devices can send notifications; these would be 76.'],
  ['two more at 74', 74, { new: true, newer: true }, 'At most 75 devices can send notifications; these would be 76.'],
  ['an exchange at 75', 75, { s0: false, new: true }, null],
  ['the same again at 75', 75, { s0: true }, null],
  ['giving one up at 80', 80, { s0: false }, null],
  ['an exchange at 80', 80, { s0: false, new: true }, 'At most 75 devices can send notifications; these would be 80.'],
  ['nothing', 80, {}, null],
])('[OPEN-10] [PROF-017] [GAP-110] %s', (_, count, changes, problem) => {
  expect(selectionProblem(so(count), changes)).toBe(problem);
});
