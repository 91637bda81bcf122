import { describe, expect, it } from 'vitest';
import { getAllDevices, type Device } from '#contract/devices/device';
import { getMachines } from '#contract/fleet/machine';
import { getErrorCodes } from '#contract/errorCode';
import { getDeployments, getLocations } from '#contract/place';
import type { DeviceStatus } from '#domain/devices/online';
import { keyOf, type EventPayload } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { eventsBatched } from '#state/events';
import {
  selectAllDevices,
  selectDeviceLabel,
  selectDeviceStatus,
  selectErrorText,
  selectListedDevice,
  selectLive,
  selectLocationName,
} from '#state/referenceData';
import { makeSelectFleetRows, rowSeenAt } from '#state/fleetRows';
import { createLogStore, type RootState } from '#state/store';
import { eventsOf, reported, ticked, unreadable, vanished, type TimedEvent } from './eventsOf.ts';

function stateAfter(...timed: readonly TimedEvent[]): RootState {
  const store = createLogStore({ devTools: false });
  store.dispatch(eventsBatched(eventsOf(...timed)));
  return store.getState();
}

const answered = (call: { readonly name: string }, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf(fullListOf(call)),
  call: call.name,
  answer,
});
const aDevice = (over: Partial<Device> = {}): Device => ({
  serial: 'LF-01',
  name: 'Robot 1',
  device_type: 'LUMION_FIX',
  life_cycle_stage: 'OPERATIONAL',
  metadata_valid: true,
  ...over,
});
const devices = (...result: readonly Device[]): EventPayload => answered(getAllDevices, { result });
const machinesAnswered: EventPayload = { kind: 'request.unchanged', key: getMachines.name, call: getMachines.name };
const at = '2026-03-04T13:05:00Z';

describe('online', () => {
  it.each<[number, number, boolean]>([
    [29, 0, true],
    [30, 0, false],
    [31, 0, false],
    [27, 2_999, true],
    [27, 3_000, false],
    [32, -3_000, true],
  ])('[RULE-030] %i s after the last update, with a server clock %i ms ahead, online is %s', (second, offsetMs, online) => {
    const s = stateAfter(
      [0, devices(aDevice())],
      [0, reported('LF-01', 0)],
      [1, { kind: 'clock.offsetMeasured', offsetMs }],
      [second, machinesAnswered],
      [second, ticked],
    );
    expect(makeSelectFleetRows()(s).map(({ status }) => status)).toEqual([online ? 'online' : 'offline']);
  });

  it('[RULE-030] a device that never reported is not online', () => {
    expect(makeSelectFleetRows()(stateAfter([0, devices(aDevice())], [1, ticked]))).toMatchObject([{ status: 'offline' }]);
  });

  const POLL = 'GET machine/{serial}/raw_state';
  it.each<[string, DeviceStatus, number | null, readonly TimedEvent[]]>([
    ['whose entry came once and then stays the same', 'online', null, [[1, unreadable('LF-01', 1)]]],
    [
      'whose state is from hours ago',
      'online',
      null,
      [
        [1, unreadable('LF-01', 1)],
        [2, unreadable('LF-01', -9_999), POLL],
      ],
    ],
    [
      'that left the list',
      'offline',
      null,
      [
        [1, unreadable('LF-01', 1)],
        [2, vanished('LF-01')],
      ],
    ],
    ['that no list names', 'offline', null, [[1, unreadable('LF-01', 1), POLL]]],
    [
      'that could be read once',
      'offline',
      2_000,
      [
        [1, unreadable('LF-01', 1)],
        [2, reported('LF-01', 2)],
      ],
    ],
  ])('[CONN9] [CONN5] a device of which nothing can be read, %s, is after a minute: %s', (_, status, seenAt, timed) => {
    const s = stateAfter([0, devices(aDevice({ last_seen: null }))], ...timed, [60, machinesAnswered], [60, ticked]);
    expect(makeSelectFleetRows()(s).map((row) => [row.status, rowSeenAt(row)])).toEqual([[status, seenAt]]);
  });

  const offlinePage: EventPayload = { kind: 'page.offline' };
  const onlinePage: EventPayload = { kind: 'page.online' };
  const other: TimedEvent = [50, reported('LF-02', 50)];
  it.each<[string, readonly TimedEvent[], DeviceStatus, DeviceStatus]>([
    ['a report 19 s ago', [[19, ticked]], 'online', 'online'],
    [
      // After the failure at 5 s the next poll comes at 15 s, and its answer a second later.
      'one failed poll of the list, and the answer of the next one on its way',
      [
        [5, { kind: 'request.failed', key: getMachines.name, call: getMachines.name, failure: { status: 500, message: '' } }],
        [16, ticked],
      ],
      'online',
      'online',
    ],
    ['nothing for 20 s', [[20, ticked]], 'unknown', 'unknown'],
    ['nothing for 50 s', [[50, ticked]], 'unknown', 'unknown'],
    [
      'a list without it after 50 s',
      [
        [50, vanished('LF-01')],
        [50, ticked],
      ],
      'offline',
      'offline',
    ],
    ['reports of others alone', [other, [50, ticked]], 'offline', 'online'],
    [
      'other answers alone',
      [
        [50, { kind: 'request.unchanged', key: 'x', call: 'GET total_metrics' }],
        [50, ticked],
      ],
      'unknown',
      'unknown',
    ],
    [
      'no network',
      [
        [2, offlinePage],
        [3, ticked],
      ],
      'unknown',
      'unknown',
    ],
    [
      'the network again, before any answer',
      [
        [2, offlinePage],
        [50, onlinePage],
        [50, ticked],
      ],
      'unknown',
      'unknown',
    ],
    ['the network and an answer again', [[2, offlinePage], [50, onlinePage], other, [50, ticked]], 'offline', 'online'],
  ])('[STAT1] with %s a device is, in overviews and on its pages: %s', (_, timed, row, page) => {
    const s = stateAfter([0, devices(aDevice())], [0, reported('LF-01', 0)], ...timed);
    expect(makeSelectFleetRows()(s).map(({ status }) => status)).toEqual([row]);
    expect(selectDeviceStatus(s, 'LF-01')).toBe(page);
  });

  it('[NAMED1] a device without a name is listed, and named in questions, by its serial', () => {
    const s = stateAfter([0, devices(aDevice({ name: '' }))], [1, ticked]);
    const names = [...selectAllDevices(s), ...makeSelectFleetRows()(s).map(({ device }) => device)].map(({ name }) => name);
    expect([...names, selectDeviceLabel(s, 'LF-01')]).toEqual(['LF-01', 'LF-01', 'LF-01']);
    expect(selectAllDevices(s)).toBe(selectAllDevices(s));
  });

  const entry: TimedEvent = [1, reported('LF-01', 1)];
  const gone: TimedEvent = [2, vanished('LF-01')];
  it.each<[string, readonly TimedEvent[], boolean]>([
    ['RULE-027] [RULE-029', [entry], true],
    ['RULE-028] [RULE-029', [[1, devices(aDevice({ is_live: true }))]], true],
    ['RULE-028', [[1, devices(aDevice({ is_live: false }))]], false],
    ['RULE-027', [], false],
    ['RULE-027] [GAP-01', [entry, gone], false],
    ['RULE-027', [[1, devices(aDevice({ is_live: false }))], entry], true],
    ['GAP-01', [[1, devices(aDevice({ is_live: true }))], entry, gone], false],
    ['RULE-028] [GAP-01', [entry, gone, [3, devices(aDevice({ is_live: true }))]], true],
    ['GAP-01', [[1, devices(aDevice({ is_live: true }))], entry, gone, [3, reported('LF-01', 3), 'GET machine/{serial}/raw_state']], false],
  ])('[%s] a device is live by its entry or its flag: %#', (_, timed, live) => {
    expect(selectLive(stateAfter(...timed), 'LF-01')).toBe(live);
  });
});

describe('lists that all screens know', () => {
  it('[STATE28] devices are the same array until the server says something else, and empty before', () => {
    const store = createLogStore({ devTools: false });
    const before = store.getState();
    expect(selectAllDevices(before)).toEqual([]);
    expect(selectAllDevices(before)).toBe(selectAllDevices(before));
    store.dispatch(eventsBatched(eventsOf([1, devices(aDevice())])));
    const first = selectAllDevices(store.getState());
    store.dispatch(
      eventsBatched(eventsOf([2, { kind: 'request.unchanged', key: getAllDevices.name, call: getAllDevices.name }], [2, ticked])),
    );
    expect(selectAllDevices(store.getState())).toBe(first);
    expect(selectListedDevice(store.getState(), 'LF-01')?.name).toBe('Robot 1');
  });

  it('[STATE42] the list of the fleet pairs each device with its row of the last tick; what did not change keeps identity', () => {
    const store = createLogStore({ devTools: false });
    const listed = devices(aDevice(), aDevice({ serial: 'LF-02' }));
    store.dispatch(eventsBatched(eventsOf([1, listed], [1, reported('LF-01', 1)], [1, reported('LF-02', 1)], [2, ticked])));
    const selectRows = makeSelectFleetRows();
    const before = selectRows(store.getState());
    store.dispatch(eventsBatched(eventsOf([3, reported('LF-02', 3)])));
    expect(selectRows(store.getState())).toBe(before);
    store.dispatch(eventsBatched(eventsOf([4, ticked])));
    const after = selectRows(store.getState());
    expect(after.map(({ device, reported: row }) => [device.serial, row?.reportedAt])).toEqual([
      ['LF-01', 1_000],
      ['LF-02', 3_000],
    ]);
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
  });

  const deployed = answered(getDeployments, {
    total: 2,
    results: [
      { id: 'p1', device_serial: 'LF-01', location_id: 'l1', creation_date: at },
      { id: 'p2', device_serial: 'LF-02', location_id: 'l9', creation_date: at },
    ],
  });
  const places = answered(getLocations, {
    total: 1,
    results: [{ id: 'l1', name: 'Westland', owned_by: 'o1', timezone: 'Europe/Brussels' }],
  });
  it.each([
    ['LF-01', 'Westland'],
    ['LF-02', '-'],
    ['LF-03', 'Not Deployed'],
  ])('[OPEN-109] [MSG-090] %s stands at %s', (serial, name) => {
    expect(selectLocationName(stateAfter([1, deployed], [2, places]), serial)).toBe(name);
  });

  const codes = answered(getErrorCodes, {
    error_codes: { '0x0000001a': { description: { development: 'Left lidar is blind', en: 'Clean the sensor' } } },
    languages: ['en'],
  });
  it.each([
    ['0x0000001a', 'events', 'Left lidar is blind'],
    ['0x1A', 'events', 'Left lidar is blind'],
    ['0x0000ffff', 'events', 'Unknown'],
    ['0x0000ffff', 'incidents', 'Unknown Error Code'],
  ] as const)('[GAP-23] [STATE30] the text of %s among %s is %s', (code, place, text) => {
    expect(selectErrorText(stateAfter([1, codes]), code, place)).toBe(text);
  });
});

describe('location', () => {
  const deployed = { id: 'dep-1', location_id: 'loc-1', creation_date: at };
  const locations = answered(getLocations, { results: [{ id: 'loc-1', name: 'De Linde', owned_by: 'o' }], total: 1 });
  const deployments = (...results: readonly object[]) => answered(getDeployments, { results, total: results.length });

  it.each([
    ['in the list of deployments', null, [{ ...deployed, device_serial: 'LF-01' }], 'De Linde'],
    ['in the list of devices alone, since it was just deployed', deployed, [], 'De Linde'],
    ['in none', null, [], 'Not Deployed'],
    ['at a location that is not known yet', { ...deployed, location_id: 'loc-new' }, [], '-'],
  ] as const)('[DEPLOYED1] a device that is deployed %s', (_name, active_deployment, rows, text) => {
    const s = stateAfter([0, devices(aDevice({ active_deployment }))], [0, deployments(...rows)], [0, locations]);
    expect(selectLocationName(s, 'LF-01')).toBe(text);
  });
});
