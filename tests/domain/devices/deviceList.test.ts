import {
  deviceLabels,
  chosenSerial,
  devicesToWorkWith,
  foundBy,
  isDecommissioned,
  isGreyRow,
  isOperational,
  adjacentSerial,
  namedDevices,
  sortedByName,
  lifeCycleStages,
} from '#domain/devices/deviceList';
import { expect, it } from 'vitest';

const device = (serial: string, name: string) => ({ serial, name });
const fleet = [device('LF-10', 'Robot 10'), device('LF-02', 'robot 2'), device('LF-03', 'Alba'), device('LF-01', 'Robot 2')];
const serials = (devices: readonly { readonly serial: string }[]) => devices.map(({ serial }) => serial);

it('[DEVS1] orders by name, numbers by value, then by serial, and leaves the given list alone', () => {
  expect(serials(sortedByName(fleet))).toEqual(['LF-03', 'LF-01', 'LF-02', 'LF-10']);
  expect(serials(fleet)).toEqual(['LF-10', 'LF-02', 'LF-03', 'LF-01']);
});

it.each([
  ['DEV-002', 'robot 1', ['LF-10']],
  ['DEVS2', ' ROBOT 2 ', ['LF-02', 'LF-01']],
  ['DEVS2', 'lf-0', ['LF-02', 'LF-03', 'LF-01']],
  ['DEVS2', '', ['LF-10', 'LF-02', 'LF-03', 'LF-01']],
  ['DEVS2', 'zzz', []],
])('[%s] a search for %j', (_, search, found) => {
  expect(serials(foundBy(fleet, search))).toEqual(found);
});

it.each([
  ['DEV-007', 'LF-02', 1, 'LF-03'],
  ['DEV-006', 'LF-02', -1, 'LF-10'],
  ['GAP-80', 'LF-01', 1, 'LF-10'],
  ['GAP-80', 'LF-10', -1, 'LF-01'],
  ['GAP-80', 'nobody', 1, 'LF-10'],
  ['GAP-80', null, -1, 'LF-01'],
] as const)('[%s] beside %s, step %i: %s', (_, current, step, serial) => {
  expect(adjacentSerial(fleet, current, step)).toBe(serial);
});

it.each([
  ['SHELL-043', 'LF-03', 'LF-02', 'LF-03'],
  ['SHELL-045', null, 'LF-02', 'LF-02'],
  ['GAP-96', 'nobody', 'LF-02', null],
  ['GAP-96', 'nobody', 'gone', null],
  ['GAP-96', '', 'gone', 'LF-10'],
  ['GAP-96', null, null, 'LF-10'],
])('[%s] asked %s, remembered %s: %s', (_, asked, remembered, serial) => {
  expect(chosenSerial(fleet, asked, remembered)).toBe(serial);
});

it('[GAP-96] without devices there is nothing to choose', () => {
  expect(chosenSerial([], 'LF-01', 'LF-01')).toBeNull();
  expect(adjacentSerial([], 'LF-01', 1)).toBeNull();
});

it('[GAP-82] only the stage OPERATIONAL is operational', () => {
  expect(lifeCycleStages.filter((life_cycle_stage) => isOperational({ life_cycle_stage }))).toEqual(['OPERATIONAL']);
});

it.each([
  ['DECOMMISSIONED', 'Alba', true],
  ['OPERATIONAL', 'Alba (Decommissioned)', true],
  ['OPERATIONAL', 'Alba', false],
])('[GAP-42] [ENDS4] stage %s, name %s has a grey row: %s; the stage alone decides', (life_cycle_stage, name, gone) => {
  expect(isGreyRow({ life_cycle_stage, name })).toBe(gone);
  expect(isDecommissioned({ life_cycle_stage })).toBe(life_cycle_stage === 'DECOMMISSIONED');
});

it('[RULE-104] the eight stages', () => {
  expect(lifeCycleStages.join(', ')).toBe(
    'DEPLOYMENT, OPERATIONAL, TESTING, SERVICE, PRODUCTION, PRE_DEPLOYMENT, DECOMMISSIONED, COMMISSIONED',
  );
});

it('[TWIN1] equal names have the serial beside them, whatever case, accents, composition and blanks', () => {
  const devices = [
    { serial: 'A-1', name: 'Zoë' },
    { serial: 'A-2', name: 'zoe\u0308 ' },
    { serial: 'A-3', name: 'ZOE' },
    { serial: 'B-1', name: 'Alba' },
    { serial: 'B-2', name: 'Alba 2' },
    // A vowel sign is no accent: these are two names.
    { serial: 'C-1', name: 'कि' },
    { serial: 'C-2', name: 'कु' },
  ];
  expect([...deviceLabels(devices).values()]).toEqual(['Zoë, A-1', 'zoe\u0308 , A-2', 'ZOE, A-3', 'Alba', 'Alba 2', 'कि', 'कु']);
});

it.each([
  ['', 'A-1'],
  [' \u00a0', 'A-1'],
  ['Alba', 'Alba'],
])('[NAMED1] a device with the name %j is called %s, also beside another without a name', (name, called) => {
  const [other, all] = [device('B-1', ''), [device('A-1', name)]];
  expect(namedDevices([...all, other])).toEqual([device('A-1', called), device('B-1', 'B-1')]);
  expect([...deviceLabels([...all, other]).values()]).toEqual([called, 'B-1']);
});

it('[NAMED1] a list in which every device has a name stays the same list', () => {
  expect(namedDevices(fleet)).toBe(fleet);
});

it('[ENDS3] decommissioned devices are not offered to work with, unless live or shown already; the first to work with is opened first', () => {
  const stage = (serial: string, life_cycle_stage: string, name = serial) => ({ serial, name, life_cycle_stage });
  const all = [stage('A', 'DECOMMISSIONED'), stage('B', 'OPERATIONAL'), stage('C', 'TESTING', 'Spare of decommissioned 12')];
  const offeredWith = (kept: string) => serials(devicesToWorkWith(all, (serial) => serial === kept));
  expect([offeredWith(''), offeredWith('A'), offeredWith('C')]).toEqual([
    ['B', 'C'],
    ['A', 'B', 'C'],
    ['B', 'C'],
  ]);
  const working = all.slice(1, 2);
  expect(devicesToWorkWith(working, () => false)).toBe(working);
  expect(chosenSerial(all, null, null, working)).toBe('B');
  expect(chosenSerial(all, 'A', null, working)).toBe('A');
  expect(chosenSerial(all, null, 'C', working)).toBe('C');
  expect(chosenSerial(all.slice(0, 1), null, null, [])).toBe('A');
});
