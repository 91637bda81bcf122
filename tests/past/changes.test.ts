import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { columnsOf, rowsOf } from '#timeline/compare/ChangeLists';
import { changedDevices, changesBetween, changesWith } from '#past/values/changes';
import { getAllDevices } from '#contract/devices/device';
import { dateTimeText } from '#domain/text/dates';
import { reduceLog } from '#state/store';
import type { EventPayload } from '#streams/event';
import { aState, eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';

const answered = (second: number, key: string, answer: unknown): TimedEvent => {
  const event: EventPayload = { kind: 'request.succeeded', key, call: key.split('?')[0] ?? '', answer };
  return [second, event, key];
};
const CONFIG = 'GET machine/{serial}/config?serial=LF-01';
const USERS = 'GET user/get';

const before: readonly TimedEvent[] = [
  [1, reported('LF-01', 1, { battery_level: 44, current_node: 'N1' })],
  [1, reported('LF-02', 1)],
  answered(1, CONFIG, {
    result: [
      { id: 'a', value: 90 },
      { id: 'b', value: 20 },
    ],
  }),
  [1, { kind: 'device.dataReported', serial: 'LF-01', data_group: 'sw_version', data: { sw_version: { software_version: '5.12.1' } } }],
  [2, ticked],
];
const between: readonly TimedEvent[] = [
  [3, reported('LF-01', 3, { battery_level: 96, current_node: 'N1' })],
  [3, reported('LF-02', 3)],
  answered(3, CONFIG, {
    result: [
      { id: 'b', value: 20 },
      { id: 'a', value: 110 },
    ],
  }),
  [3, { kind: 'device.dataReported', serial: 'LF-01', data_group: 'sw_version', data: { sw_version: { software_version: '5.12.3' } } }],
  answered(3, USERS, { result: [] }),
  [4, ticked],
];
const states = () => {
  const first = reduceLog(undefined, eventsOf(...before));
  return [first, reduceLog(first, eventsOf(...between))] as const;
};

it('[COMPARE2] names what differs, by group, owner and value, items of a list by their names', () => {
  const [a, b] = states();
  expect(changesBetween(a, b)).toEqual([
    { group: 'Devices', serial: 'LF-01', who: 'LF-01', what: 'Battery', before: '44 %', after: '96 %' },
    { group: 'Configuration', serial: null, who: 'LF-01', what: 'a.value', before: '90', after: '110' },
    { group: 'Software', serial: null, who: 'LF-01', what: 'Software version, Software version', before: '5.12.1', after: '5.12.3' },
  ]);
});

it('[COMPARE10] [FAULTS1] a device that went into error without a code has its worst fault', () => {
  const other_fields = JSON.stringify({ errors: [{ code: 'E-117', severity: 'fatal', part: 'cutter' }] });
  const first = reduceLog(undefined, eventsOf([1, reported('LF-01', 1)], [1, ticked]));
  const state = { ...aState({ current_state: 'ERROR', error_code: 'E-117' }), other_fields };
  const inError: EventPayload = { kind: 'device.stateReported', serial: 'LF-01', reportedAt: 2_000, state };
  const after = reduceLog(first, eventsOf([2, inError], [2, ticked]));
  expect(changesBetween(first, after)).toContainEqual(
    expect.objectContaining({ what: 'Task', before: 'Idle', after: 'Error, E-117, fatal, cutter' }),
  );
});

it('[OTHER1] [COMPARE2] a further field of a report differs by its path', () => {
  const report = (second: number, other_fields: string): TimedEvent => [
    second,
    { kind: 'device.stateReported', serial: 'LF-01', reportedAt: second * 1_000, state: { ...aState(), other_fields } },
  ];
  const first = reduceLog(undefined, eventsOf(report(1, '{"gnss":{"fix":"RTK"},"voltage":25}'), [1, ticked]));
  const then = reduceLog(first, eventsOf(report(2, '{"gnss":{"fix":"none"},"tank":3,"voltage":25}'), [2, ticked]));
  const own = changesBetween(first, then).filter(({ serial }) => serial === 'LF-01');
  expect(own.map(({ what, before: was, after: is }) => [what, was, is])).toEqual([
    ['Gnss, Fix', 'RTK', 'none'],
    ['Tank', null, '3'],
  ]);
});

it('[COMPARE2] with a moment that knew no device yet, none differs; one that came later does', () => {
  const [, b] = states();
  const nothing = reduceLog(undefined, []);
  expect([changesBetween(nothing, b), changesBetween(b, nothing)]).toEqual([[], []]);
  const c = reduceLog(b, eventsOf([5, reported('LF-03', 5)]));
  expect(changesBetween(b, c)).toContainEqual({
    group: 'Devices',
    serial: 'LF-03',
    who: 'LF-03',
    what: 'Status',
    before: null,
    after: 'Online',
  });
});

it('[COMPARE2] the other way round before and after change places; a moment does not differ from itself', () => {
  const [a, b] = states();
  expect(changesBetween(b, a).map(({ before: was, after }) => [was, after])).toEqual([
    ['96 %', '44 %'],
    ['110', '90'],
    ['5.12.3', '5.12.1'],
  ]);
  expect(changesBetween(b, b)).toEqual([]);
});

it('[COMPARE2] a device that came, and an item that went', () => {
  const [a] = states();
  const later = reduceLog(a, eventsOf([5, reported('LF-03', 5)], answered(5, CONFIG, { result: [{ id: 'a', value: 90 }] })));
  const found = changesBetween(a, later).map(({ who, what, before: was, after }) => [who, what, was, after]);
  expect(found).toContainEqual(['LF-03', 'Status', null, 'Online']);
  expect(found).toContainEqual(['LF-01', 'b', 'ID b, Value 20', null]);
});

it('[COMPARE2] the text of a whole thing has its values and the lengths of its lists, and is whole; when it was reported is left out', () => {
  const data = (data_group: 'active_treatment' | 'map_data', of: object): EventPayload =>
    JSON.parse(JSON.stringify({ kind: 'device.dataReported', serial: 'LF-01', data_group, data: of }));
  const jobs = [
    { job_type: 'waiting', object_id: 'waiting - 120' },
    { job_type: 'uv_treatment', gutter: 104, object_id: '104' },
  ];
  const maps = (time: string) => data('map_data', { time, available_maps: {} });
  const first = reduceLog(
    undefined,
    eventsOf(
      [1, data('active_treatment', { active_treatment: { treatment_id: 'T-1', settings: { mission_id: 'x'.repeat(200) }, jobs } })],
      [1, maps('2026-11-24T10:00:00Z')],
    ),
  );
  const second = reduceLog(first, eventsOf([2, data('active_treatment', { active_treatment: null })], [2, maps('2026-11-24T10:10:00Z')]));
  expect(changesBetween(first, second)).toEqual([
    {
      group: 'Treatments',
      serial: null,
      who: 'LF-01',
      what: 'Active treatment',
      before: 'Jobs 0 of 0 lanes, Settings (1), Treatment ID T-1',
      after: null,
    },
  ]);
  const long = reduceLog(second, eventsOf([3, data('active_treatment', { active_treatment: { treatment_id: 'x'.repeat(200) } })]));
  expect(changesBetween(second, long)[0]?.after).toBe(`Treatment ID ${'x'.repeat(200)}`);
});

it('[COMPARE2] says how many of the devices differ', () => {
  const [a, b] = states();
  expect(changedDevices(changesBetween(a, b), a, b)).toEqual([1, 2]);
  expect(changedDevices(changesBetween(a, a), a, a)).toEqual([0, 2]);
  const later = reduceLog(b, eventsOf([5, reported('LF-03', 5)]));
  expect(changedDevices(changesBetween(a, later), a, later)).toEqual([2, 3]);
});

it.each([
  ['', 3],
  ['  ', 3],
  ['lf-01', 3],
  ['BATTERY', 1],
  ['96', 1],
  ['5.12', 1],
  ['nothing of it', 0],
] as const)('[COMPARE2] "%s" finds %i changes', (text, count) => {
  const [a, b] = states();
  expect(changesWith(changesBetween(a, b), text)).toHaveLength(count);
});

it('[COMPARE2] an instant is a local time, and a device has its name wherever it is the owner', () => {
  const device = { serial: 'LF-01', name: 'Lumion 01', device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', metadata_valid: true };
  const devices = answered(1, getAllDevices.name, { result: [device] });
  const treatment = { treatment_id: 'T-1', creation_time: '2026-11-24T10:20:00Z' };
  const data = (start_time: string | null): EventPayload => ({
    kind: 'device.dataReported',
    serial: 'LF-01',
    data_group: 'active_treatment',
    data: { active_treatment: { ...treatment, start_time } },
  });
  const first = reduceLog(undefined, eventsOf(devices, [2, data(null)], [2, ticked]));
  const second = reduceLog(first, eventsOf([3, data('2026-11-24T10:21:12.454Z')], [4, ticked]));
  expect(changesBetween(first, second)).toEqual([
    {
      group: 'Treatments',
      serial: null,
      who: 'Lumion 01',
      what: 'Active treatment, Start time',
      before: null,
      after: dateTimeText(Date.UTC(2026, 10, 24, 10, 21, 12)),
    },
  ]);
});

it('[COMPARE2] each item of a list is an owner; what says only that a device is connected is left out', () => {
  const listed = (over: object) => ({
    serial: 'LF-01',
    name: 'Lumion 01',
    device_type: 'LUMION_FIX',
    life_cycle_stage: 'OPERATIONAL',
    metadata_valid: true,
    ...over,
  });
  const first = reduceLog(
    undefined,
    eventsOf(answered(1, getAllDevices.name, { result: [listed({ last_seen: '2026-11-24T10:21:12Z', is_live: false })] })),
  );
  const changed = { last_seen: '2026-11-24T10:22:12Z', is_live: true, life_cycle_stage: 'STOCK' };
  const second = reduceLog(
    first,
    eventsOf(answered(2, getAllDevices.name, { result: [listed(changed), listed({ serial: 'LF-02', name: 'Lumion 02' })] })),
  );
  const found = changesBetween(first, second).map(({ who, what, before: was, after }) => [who, what, was, after?.slice(0, 16) ?? null]);
  expect(found).toEqual([
    ['Lumion 01', 'Life cycle stage', 'Operational', 'STOCK'],
    ['Lumion 02', 'All devices', null, 'Device type Lumi'],
  ]);
});

it('[COMPARE2] a long value is cut in its cell, and whole where it is copied and saved', () => {
  const moment = { at: 0, state: reduceLog(undefined, []) };
  const [change] = rowsOf([{ group: 'Maps', serial: null, who: 'LF-01', what: 'file', before: 'x'.repeat(200), after: 'y'.repeat(120) }]);
  const [, , was, is] = columnsOf({ from: moment, to: moment });
  if (change === undefined || was === undefined || is === undefined) throw new Error('no such column');
  const textOf = (cell: ReactNode) => renderToStaticMarkup(createElement('div', null, cell));
  expect([textOf(was.cell(change)), textOf(is.cell(change))]).toEqual([
    `<div><o-text>${'x'.repeat(120)}…</o-text></div>`,
    `<div><b><o-text>${'y'.repeat(120)}</o-text></b></div>`,
  ]);
  expect([was.value?.(change), is.value?.(change)]).toEqual(['x'.repeat(200), 'y'.repeat(120)]);
});

it('[COMPARE9] the jobs of a treatment are one line, whatever became of each', () => {
  const treating = (failed: number, done: number): EventPayload => {
    const lane = (index: number) => ({
      object_id: `lane ${index}`,
      status: index < failed ? 'FAILED' : index < failed + done ? 'COMPLETED' : 'QUEUED',
    });
    const active_treatment = { treatment_id: 'T-1', jobs: Array.from({ length: 26 }, (_, index) => lane(index)) };
    return JSON.parse(
      JSON.stringify({ kind: 'device.dataReported', serial: 'LF-01', data_group: 'active_treatment', data: { active_treatment } }),
    );
  };
  const first = reduceLog(undefined, eventsOf([1, treating(0, 3)]));
  const second = reduceLog(first, eventsOf([2, treating(2, 17)]));
  expect(changesBetween(first, second)).toEqual([
    {
      group: 'Treatments',
      serial: null,
      who: 'LF-01',
      what: 'Active treatment, Jobs',
      before: '3 of 26 lanes',
      after: '17 of 26 lanes, 2 failed',
    },
  ]);
});

it('[COMPARE10] errors stand first, with code and meaning, then what devices do, and their batteries last', () => {
  const first = reduceLog(
    undefined,
    eventsOf([1, reported('LF-01', 1, { battery_level: 44 })], [1, reported('LF-02', 1)], [1, reported('LF-03', 1, { battery_level: 9 })]),
  );
  const then = reduceLog(
    first,
    eventsOf(
      [3, reported('LF-01', 3, { battery_level: 43 })],
      [3, reported('LF-02', 3, { current_state: 'executing_task', current_task: 'uv_treatment' })],
      [3, reported('LF-03', 3, { battery_level: 8, current_state: 'error', error_code: '0x03000117' })],
      [4, ticked],
    ),
  );
  const found = changesBetween(first, then).filter(({ what }) => what !== 'Status');
  expect(found.map(({ who, what }) => [who, what])).toEqual([
    ['LF-03', 'Task'],
    ['LF-03', 'Battery'],
    ['LF-02', 'Task'],
    ['LF-01', 'Battery'],
  ]);
  expect(found[0]?.after).toMatch(/^Error 0x03000117, ./);
});
