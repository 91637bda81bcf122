import type { Call } from '#contract/call';
import { getAllDevices } from '#contract/devices/device';
import { getActiveTreatment, getMapData, getSimInfo, getSwVersion } from '#contract/fleet/dataGroup';
import { getErrorOverview, type ErrorPeriod } from '#contract/fleet/machine';
import { getLocations } from '#contract/place';
import { dateTimeText } from '#domain/text/dates';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { keyOfView } from '#state/viewRequest';
import { expect, it } from 'vitest';
import { factOf } from '#past/values/facts';
import { changesIn, searchValue, type Explanation, type Search } from '#past/values/valueSearch';
import { createMoments, ownBlocks } from '#past/moments/moments';
import type { FlightRecorder } from '#past/recorder/flightRecorder';
import { HISTORY_LOG } from '#past/recorder/historyLog';
import type { BlockReference } from '#past/recorder/recorder';
import { keyframeOf } from '#state/keyframe';
import { makeSelectLocationFleet } from '#state/locationFleet';
import { reduceLog } from '#state/store';
import type { EventPayload, FleetEvent } from '#streams/event';
import { readBlock, writeBlock } from '#streams/recording/eventBlock';
import { eventsOf, reported, ticked, unreadable, vanished, type TimedEvent } from '../state/eventsOf.ts';
import { aRecorder } from '../support/aRecorder.ts';
import { nodeCodec } from '#session/nodeCodec';
import { answered, aDevice } from '../widgets/aConsole.tsx';
import { profile } from './recordedLog.ts';

const opened: EventPayload = { kind: 'session.opened', profile };
const battery = (second: number, level: number, serial = 'LF-01'): TimedEvent => [
  second,
  reported(serial, second, { battery_level: level }),
];

function question(shows: string, serial = 'LF-01') {
  const fact = factOf(shows);
  if (fact === null) throw new Error(`${shows} is no value.`);
  return { serial, fact };
}

/** Recorded batches: each list begins a block, `opened` in it a log. */
async function recorded(...blocks: readonly (readonly FleetEvent[])[]): Promise<Pick<FlightRecorder, 'blocks' | 'block'>> {
  let state = reduceLog(undefined, []);
  const held = blocks.map((events, id) => {
    const isLogStart = events.some(({ kind }) => kind === 'session.opened');
    if (isLogStart) state = reduceLog(undefined, []);
    const bytes = writeBlock(keyframeOf(state), events, nodeCodec);
    state = reduceLog(state, events);
    return { id, bytes, isLogStart, events };
  });
  const logOf = (id: number) => String(held.filter((block) => block.id <= id && block.isLogStart).length);
  return {
    blocks: async () =>
      held.map(({ id, events }) => ({
        id,
        log: logOf(id),
        firstSeq: events[0]?.seq ?? 0,
        count: events.length,
        firstAt: events[0]?.at ?? 0,
        lastAt: events.at(-1)?.at ?? 0,
      })),
    block: async ({ id }) => held[id]?.bytes ?? null,
  };
}

async function found(search: AsyncIterable<Search>): Promise<{ readonly found: Explanation; readonly blocksRead: number }> {
  let blocksRead = 0;
  for await (const step of search) {
    if (step.kind === 'found') return { found: step.found, blocksRead };
    blocksRead += 1;
  }
  throw new Error('The search ended without an answer.');
}

/** The result of the search, in short: value, second and kind of the event, value before. */
const short = ({ text, setBy, before }: Explanation) => [text, setBy === null ? null : setBy.event.at / 1_000, before];

const block = (...timed: readonly TimedEvent[]) => eventsOf(...timed);

it.each<[string, readonly (readonly FleetEvent[])[], readonly [string | null, number | null, string | null]]>([
  ['first set', [block([0, opened], battery(1, 80), battery(2, 80))], ['80 %', 1, null]],
  ['changed', [block([0, opened], battery(1, 80), battery(2, 79), battery(3, 79))], ['79 %', 2, '80 %']],
  ['changed and changed back', [block([0, opened], battery(1, 80), battery(2, 79), battery(3, 80), battery(4, 80))], ['80 %', 3, '79 %']],
  [
    'the device removed and returned',
    [block([0, opened], battery(1, 80), [2, vanished('LF-01')], battery(3, 80), battery(4, 80))],
    ['80 %', 3, null],
  ],
  ['removed', [block([0, opened], battery(1, 80), [2, vanished('LF-01')], [3, ticked])], [null, 2, '80 %']],
  ['set in an earlier block', [block([0, opened], battery(1, 80), battery(2, 79)), block(battery(9, 79))], ['79 %', 2, '80 %']],
  ['never reported in a block between', [block([0, opened], battery(1, 79)), block([5, ticked]), block([9, ticked])], ['79 %', 1, null]],
  ['never reported at all', [block([0, opened], [1, ticked])], [null, null, null]],
  ['another device alone', [block([0, opened], battery(1, 80), battery(2, 10, 'LF-02'))], ['80 %', 1, null]],
])('[WHY1] finds the event since which the value is what it is: %s', async (_, blocks, expected) => {
  const { found: answer } = await found(searchValue(ownBlocks(await recorded(...blocks), recordingCodec), question('battery'), null));
  expect(short(answer)).toEqual(expected);
});

it('[WHY2] a value that only the keyframe of the oldest block knows was set before the recording', async () => {
  const whole = await recorded(block([0, opened], battery(1, 80)), block(battery(9, 80)));
  const cut = { ...whole, blocks: async () => (await whole.blocks()).slice(1) };
  const { found: answer } = await found(searchValue(ownBlocks(cut, recordingCodec), question('battery'), null));
  expect([...short(answer), answer.newest?.at]).toEqual(['80 %', null, null, 9_000]);
});

it('[WHY2] a block that is not held any more, or damaged, ends the search before it', async () => {
  const whole = await recorded(block([0, opened], battery(1, 80)), block(battery(9, 80)));
  for (const bytes of [null, new Uint8Array([200, 1, 2])]) {
    const broken = { ...whole, block: async (reference: BlockReference) => (reference.id === 0 ? bytes : whole.block(reference)) };
    expect(short((await found(searchValue(ownBlocks(broken, recordingCodec), question('battery'), null))).found)).toEqual([
      '80 %',
      null,
      null,
    ]);
  }
});

it('[WHY2] a value that came with the first report of a device may be older than that report', async () => {
  const isFirst = async (...timed: readonly TimedEvent[]) =>
    (await found(searchValue(ownBlocks(await recorded(block([0, opened], ...timed)), recordingCodec), question('battery'), null))).found
      .setBy?.isFirstReport;
  expect(await isFirst(battery(1, 80), battery(9, 80))).toBe(true);
  expect(await isFirst(battery(1, 70, 'LF-02'), battery(9, 80))).toBe(true);
  expect(await isFirst(battery(1, 80), battery(9, 79))).toBe(false);
  expect(await isFirst([1, reported('LF-01', 1)], battery(9, 79))).toBe(false);
});

it('[WHY3] goes on through an earlier log where the value was the same at its end, and says that it was interrupted', async () => {
  const log = await recorded(block([0, opened], battery(1, 70), battery(2, 80)), block([50, opened], battery(51, 80)));
  const { found: answer } = await found(searchValue(ownBlocks(log, recordingCodec), question('battery'), null));
  expect([...short(answer), answer.interruptions]).toEqual(['80 %', 2, '70 %', 1]);
});

it('[WHY3] another value at the end of the earlier log: the first report of this log set it', async () => {
  const log = await recorded(block([0, opened], battery(1, 70)), block([50, opened], battery(51, 80)));
  const { found: answer } = await found(searchValue(ownBlocks(log, recordingCodec), question('battery'), null));
  expect([...short(answer), answer.interruptions]).toEqual(['80 %', 51, '70 %', 0]);
});

it('[WHY4] reads no block behind the one in which the value was set', async () => {
  const blocks = [block([0, opened], battery(1, 70)), block(battery(9, 71)), block(battery(19, 72)), block(battery(29, 72))];
  const { blocksRead } = await found(searchValue(ownBlocks(await recorded(...blocks), recordingCodec), question('battery'), null));
  expect(blocksRead).toBe(2);
});

it('[WHY4] only reports with another value of its fields are read whole', () => {
  const events = block([0, opened], ...Array.from({ length: 500 }, (_, index) => battery(index + 1, index < 400 ? 80 : 79)));
  const read = readBlock(writeBlock(null, events, nodeCodec), nodeCodec);
  let whole = 0;
  const counted = { ...read, eventAt: (index: number) => ((whole += 1), read.eventAt(index)) };
  const { changes } = changesIn(counted, counted.count, question('battery'));
  expect(changes.map(({ event }) => event.at)).toEqual([1_000, 401_000]);
  expect(whole).toBeLessThan(6);
});

it('[WHY5] from a past moment nothing later is seen', async () => {
  const recorder = aRecorder();
  const before = keyframeOf(reduceLog(undefined, []));
  recorder.record(block([0, opened], battery(1, 80), battery(2, 79), battery(3, 78)), () => before);
  const moment = await createMoments(ownBlocks(recorder, recordingCodec)).seek(2_500);
  const { found: answer } = await found(searchValue(ownBlocks(recorder, recordingCodec), question('battery'), moment));
  expect(short(answer)).toEqual(['79 %', 2, '80 %']);
});

/** Blocks of the server's history, each of which begins with the state before it. */
function history(...blocks: readonly (readonly FleetEvent[])[]): Pick<FlightRecorder, 'blocks' | 'block'> {
  const held = blocks.map((events, id) => {
    const [firstAt, lastAt] = [events[0]?.at ?? 0, events.at(-1)?.at ?? 0];
    return { id, log: HISTORY_LOG, firstSeq: firstAt, count: events.length, firstAt, lastAt };
  });
  return {
    blocks: async () => held,
    block: async ({ id }) => writeBlock(null, blocks[id] ?? [], nodeCodec),
  };
}
const again = (second: number, level: number): TimedEvent => [second, reported('LF-01', second - 1, { battery_level: level })];

it('[WHY14] a block of the history that repeats a value has not set it: the search goes on to the block whose event did', async () => {
  const log = history(
    block([100, opened], again(100, 80), battery(130, 79)),
    block([200, opened], again(200, 79), battery(230, 79)),
    block([300, opened], again(300, 79), battery(330, 79)),
  );
  const { found: answer } = await found(searchValue(ownBlocks(log, recordingCodec), question('battery'), null));
  expect([...short(answer), answer.setBy?.isFirstReport, answer.interruptions]).toEqual(['79 %', 130, '80 %', false, 0]);
  // A report at the begin of a block repeats nothing.
  const atBegin = history(block([100, opened], again(100, 80), battery(100, 79)));
  const { found: early } = await found(searchValue(ownBlocks(atBegin, recordingCodec), question('battery'), null));
  expect(short(early)).toEqual(['79 %', 100, '80 %']);
});

it('[WHY14] of a value that no held event set, it tells since when it was the same, after a limited number of blocks', async () => {
  const blocks = Array.from({ length: 30 }, (_, index) => block([100 * (index + 1), opened], again(100 * (index + 1), 79)));
  const { found: answer, blocksRead } = await found(searchValue(ownBlocks(history(...blocks), recordingCodec), question('battery'), null));
  expect([...short(answer), answer.heldSince, blocksRead]).toEqual(['79 %', null, null, 1_900_000, 12]);
});

it('[WHY14] the location of a device is that of its record where no list of deployments is held', () => {
  const device = { ...aDevice('LF-01', 'Alba'), active_deployment: { id: 'd', location_id: 'linde' } };
  const places = { total: 1, results: [{ id: 'linde', name: 'De Linde', owned_by: 'o' }] };
  const state = reduceLog(undefined, eventsOf([1, answered(getAllDevices, { result: [device] })], [1, answered(getLocations, places)]));
  expect(factOf('location')?.textOf(state, 'LF-01')).toBe('De Linde');
  expect(makeSelectLocationFleet()(state).get('linde')?.devices.length).toBe(1);
});

const mapValid = (second: number, valid: boolean): TimedEvent => [
  second,
  {
    kind: 'request.succeeded',
    key: keyOfView(getMapData, { serial: 'LF-01' }),
    call: getMapData.name,
    answer: { time: null, available_maps: { 'kas-1': { version: '1', valid } } },
  },
];
const inError: ErrorPeriod = { start_time: '2026-03-04T11:00:00.500Z' };
const periodsKnown = (second: number, ...result: readonly ErrorPeriod[]): TimedEvent => [
  second,
  {
    kind: 'request.succeeded',
    key: keyOfView(getErrorOverview, { serial: 'LF-01', hours: '48' }),
    call: getErrorOverview.name,
    answer: { result },
  },
];

it.each<[string, readonly TimedEvent[], readonly [string | null, number | null, string | undefined]]>([
  [
    'online',
    [battery(1, 80), [2, ticked], [14, ticked], [31, reported('LF-02', 31)], [32, ticked], [33, ticked]],
    ['Offline', 32, 'clock.ticked'],
  ],
  ['online', [battery(1, 80), [14, ticked], [21, ticked], [33, ticked]], ['Unknown', 21, 'clock.ticked']],
  [
    'online',
    [
      [1, unreadable('LF-01', 1)],
      [14, ticked],
      [31, reported('LF-02', 31)],
      [33, ticked],
    ],
    ['Online', 1, 'device.stateReported'],
  ],
  [
    'reported',
    [
      [1, unreadable('LF-01', 1)],
      [2, ticked],
    ],
    [null, null, undefined],
  ],
  ['online', [battery(1, 80), [40, ticked], battery(41, 80), [42, ticked]], ['Online', 41, 'device.stateReported']],
  [
    'task',
    [
      [1, reported('LF-01', 1)],
      [2, vanished('LF-01')],
    ],
    [null, 2, 'device.removed'],
  ],
  [
    'activity',
    [
      [1, reported('LF-01', 1)],
      [2, reported('LF-01', 2, { current_state: 'error', error_code: '0x0A010023' })],
    ],
    ['Error 0x0a010023', 2, 'device.stateReported'],
  ],
  [
    'control',
    [[1, reported('LF-01', 1, { controller: 'an', controller_name: 'An' })], battery(2, 3)],
    ['Nobody', 2, 'device.stateReported'],
  ],
  ['map_data.available_maps.kas-1.valid', [mapValid(1, true), mapValid(2, true), mapValid(3, false)], ['Invalid', 3, 'request.succeeded']],
  [
    `error_overview.${inError.start_time}.stop_time`,
    [periodsKnown(1, inError), periodsKnown(2, inError), periodsKnown(3, { ...inError, stop_time: '2026-03-04T12:00:00Z' })],
    [dateTimeText(Date.parse('2026-03-04T12:00:00Z')), 3, 'request.succeeded'],
  ],
  ['current_node', [[1, reported('LF-01', 1, { current_node: 'n7' })]], ['n7', 1, 'device.stateReported']],
])('[WHY6] [CONN9] explains the derived value %s', async (shows, timed, expected) => {
  const log = await recorded(block([0, opened], ...timed));
  const { found: answer } = await found(searchValue(ownBlocks(log, recordingCodec), question(shows), null));
  expect([answer.text, answer.setBy === null ? null : answer.setBy.event.at / 1_000, answer.setBy?.event.kind]).toEqual(expected);
});

const software = { software_status: 'True', software_manually_started: false };
const sim = { ctd_data_usage: 3_620_000, overage_limit_reached: false, overage_limit_override: 'ask' };
const treatment = {
  treatment_id: 't',
  start_time: '2026-03-04T11:00:00Z',
  creation_time: '2026-03-04T10:00:00Z',
  jobs: [{ object_id: '1', status: 'COMPLETED' }],
};

it.each<[string, Call, object, string | null]>([
  ['sw_version.sw_version.software_status', getSwVersion, { sw_version: software }, 'Software Version is valid'],
  ['sw_version.sw_version.software_status', getSwVersion, { sw_version: { software_status: 'odd' } }, 'odd'],
  ['sw_version.sw_version.software_status', getSwVersion, { sw_version: {} }, null],
  ['sim_info.sim_info.sim_info.ctd_data_usage', getSimInfo, { sim_info: { sim_info: sim } }, '3.62 MB'],
  ['sim_info.sim_info.sim_info.ctd_data_usage', getSimInfo, { sim_info: { sim_info: {} } }, null],
  ['sim_info.sim_info.sim_info.overage_limit_reached', getSimInfo, { sim_info: { sim_info: sim } }, 'No'],
  ['sim_info.sim_info.sim_info.overage_limit_override', getSimInfo, { sim_info: { sim_info: sim } }, 'ask'],
  [
    'active_treatment.active_treatment.start_time',
    getActiveTreatment,
    { active_treatment: treatment },
    dateTimeText(Date.parse(treatment.start_time)),
  ],
  ['active_treatment.active_treatment.jobs', getActiveTreatment, { active_treatment: treatment }, '1/1, 100 %'],
  ['map_data.available_maps.kas-1.version', getMapData, { available_maps: { 'kas-1': { version: '', valid: true } } }, '2.1.1'],
  [
    'map_data.available_maps.kas-1.version',
    getMapData,
    { available_maps: { 'kas-1': { version: '2.1.4#3#1#1#1#1#1#1#1', valid: true } } },
    '2.1.4',
  ],
  ['map_data.available_maps.kas-1.valid', getMapData, { available_maps: { 'kas-1': { version: '1', valid: true } } }, 'Valid'],
  ['map_data.available_maps.constructor.valid', getMapData, { available_maps: {} }, null],
])('[WHY12] tells %s in the words of the screen', (shows, call, answer, expected) => {
  const known: EventPayload = { kind: 'request.succeeded', key: keyOfView(call, { serial: 'LF-01' }), call: call.name, answer };
  const { fact, serial } = question(shows);
  expect(fact.textOf(reduceLog(undefined, eventsOf([1, known])), serial)).toBe(expected);
});

it.each([
  ['current_pose_x', { current_pose_x: 1.5 }, '1.50 m'],
  ['current_pose_theta', { current_pose_theta: -1.571 }, '-1.57 rad'],
  ['current_velocity', { current_velocity: 0 }, '0.00 m/s'],
  ['current_pose_y', { current_pose_y: null }, null],
])('[WHY12] tells %s with its unit', (shows, state, expected) => {
  const { fact, serial } = question(shows);
  expect(fact.textOf(reduceLog(undefined, eventsOf([1, reported('LF-01', 1, state)])), serial)).toBe(expected);
});

it('[WHY6] names the fields that the value is made of, as they were', async () => {
  const log = await recorded(
    block([0, opened], [1, reported('LF-01', 1, { current_state: 'executing_task', current_task: 'uv_treatment' })]),
  );
  const { found: answer } = await found(searchValue(ownBlocks(log, recordingCodec), question('activity'), null));
  expect(answer.setBy?.fields).toEqual([
    ['current_state', 'executing_task'],
    ['current_task', 'uv_treatment'],
  ]);
});

it('[WHY7] the event is the one: without it the value, or its event, is another one', async () => {
  const events = block([0, opened], battery(1, 80), battery(2, 79), battery(3, 79), battery(4, 79));
  const ask = async (of: readonly FleetEvent[]) =>
    short((await found(searchValue(ownBlocks(await recorded(of), recordingCodec), question('battery'), null))).found);
  const [, second] = await ask(events);
  expect(await ask(events.filter(({ at }) => at !== Number(second) * 1_000))).not.toEqual(await ask(events));
});

it.each([
  'live',
  'type',
  'reported',
  'implement_error',
  'current_pose_x',
  'sw_version.sw_version.software_version',
  'sim_info.sim_info.sim_info.status',
  'other_fields.["gnss","fix"]',
])('[WHY6] "%s" names a value', (name) => {
  expect(factOf(name)).not.toBeNull();
});

it.each([
  '',
  'constructor',
  'no_such_field',
  'other_fields',
  'other_fields.x',
  'other_fields.[1]',
  'toString',
  'error_overview.x.constructor',
])('[WHY6] "%s" names no value', (name) => {
  expect(factOf(name)).toBeNull();
});
