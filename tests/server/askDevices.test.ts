import { expect, it } from 'vitest';
import { DAY_MS } from '#domain/text/timeUnits';
import { createAsking } from '#server/devices/deviceData/askDevices';
import type { DeviceDataVersions } from '#server/devices/deviceData/whereDevice';
import { type LiveReport, ownPush } from '#server/fleet/liveReport';

const AFTER_MS = 20_000;

/** What a test changes of a fleet. */
interface FleetNow {
  now: number;
  isConnected: boolean;
  ownerSince: number;
  readonly groups: Map<string, number>;
  hasConfiguration: boolean;
  isReachable: boolean;
  /** Why nothing is sent, to any device. */
  refusal: Error | null;
  /** The devices that have just gone: what is sent to them fails. */
  gone: readonly string[];
  /** The data of all devices. */
  state: DeviceDataVersions;
  /** The data in which a device differs from the others. */
  own: Record<string, Partial<DeviceDataVersions>>;
}

/** A fleet of connected devices, which report what a test says. */
function fleet(serials: readonly string[] = ['A']) {
  const given: [serial: string, command: string, words: unknown][] = [];
  const failed: string[] = [];
  const at: FleetNow = {
    now: 1_000_000,
    refusal: null,
    gone: [],
    own: {},
    isConnected: true,
    ownerSince: 0,
    groups: new Map<string, number>(),
    hasConfiguration: false,
    isReachable: true,
    state: {
      serial: 'A',
      location_id: 'l',
      organisation: 'o',
      maps: 'm1',
      network: '',
      metadata: 'x',
      error_codes: 'e',
    },
  };
  const push = ownPush({ type: 'state', serial: 'A', timestamp: '2026-11-01T00:00:00Z', state: {} });
  const reported = (receivedAt: number): LiveReport => ({
    serial: 'A',
    kind: 'state_data',
    push,
    receivedAt,
    deviceTime: receivedAt,
    sequence: 0,
    controlEpoch: null,
  });
  const ask = createAsking({
    live: {
      serials: () => serials,
      isConnected: () => at.isConnected,
      since: (since) => ({
        newest: () => undefined,
        isConnected: () => at.isConnected,
        data: (_, group) => ((at.groups.get(group) ?? -1) >= since && at.groups.has(group) ? reported(at.now) : undefined),
      }),
    },
    registry: { servicesOf: () => [{ organisation: 'o', from: at.ownerSince, until: null }] },
    configured: (wanted) => Promise.resolve(new Set(at.hasConfiguration ? wanted : [])),
    readStates: (wanted) => Promise.resolve(wanted.map((serial) => ({ ...at.state, ...at.own[serial], serial }))),
    sendByServer: (serial, command, words) => {
      if (at.refusal !== null) return Promise.reject(at.refusal);
      if (at.gone.includes(serial)) {
        failed.push(serial);
        return Promise.reject(new Error('The device is offline.'));
      }
      if (at.isReachable) given.push([serial, command, words]);
      return Promise.resolve(at.isReachable);
    },
    afterMs: AFTER_MS,
    now: () => at.now,
  });
  const laterOf = (kind: string) => async (ms: number) => {
    at.now += ms;
    await ask();
    return given.splice(0).filter(([, command]) => command === kind);
  };
  /** Checks after each of these times, in ms; returns what was sent to which device, and to which devices it could not be sent. */
  const attemptsAfter = async (...times: readonly number[]) => {
    for (const ms of times) {
      at.now += ms;
      await ask().catch((error: unknown) => expect(error).toMatchObject({ message: 'The device is offline.' }));
    }
    return { sent: given.splice(0).map(([serial, command]) => `${command} ${serial}`), failed: failed.splice(0) };
  };
  return { at, ask, reportsAfter: laterOf('report'), fetchesAfter: laterOf('fetch'), attemptsAfter };
}

const ALL = { changed: ['maps', 'network', 'metadata', 'error_codes'] };
/** A fleet that reports by itself all that is asked for. */
function knownFleet(serials?: readonly string[]) {
  const { at, ask, fetchesAfter, attemptsAfter } = fleet(serials);
  for (const group of GROUPS) at.groups.set(group, at.now);
  at.hasConfiguration = true;
  return { at, ask, fetchesAfter, attemptsAfter };
}

const GROUPS = ['state_data', 'sw_version', 'map_data'];

it('[DOWN3] a device is asked for what is not known of it, once it has had time to report it, and not for ever', async () => {
  const { at, reportsAfter: later } = fleet();
  expect(await later(0)).toEqual([]);
  expect(await later(AFTER_MS - 1)).toEqual([]);
  expect(await later(1)).toEqual([['A', 'report', { data_groups: GROUPS, configuration: true }]]);
  at.groups.set('sw_version', at.now);
  expect(await later(599_999)).toEqual([]);
  expect(await later(1)).toEqual([['A', 'report', { data_groups: ['state_data', 'map_data'], configuration: true }]]);
  expect(await later(600_000)).toHaveLength(1);
  expect(await later(DAY_MS - 1)).toEqual([]);
  for (const group of GROUPS) at.groups.set(group, at.now);
  at.hasConfiguration = true;
  expect(await later(1)).toEqual([]);
});

it('[DOWN3] after a change of owner a device is asked again at once', async () => {
  const { at, reportsAfter: later } = fleet();
  for (const group of GROUPS) at.groups.set(group, at.now);
  at.hasConfiguration = true;
  await later(0);
  expect(await later(AFTER_MS)).toEqual([]);
  at.ownerSince = at.now + 1;
  expect(await later(10_000)).toEqual([['A', 'report', { data_groups: GROUPS, configuration: false }]]);
});

it('[DOWN4] a connected device learns what of its data has changed; one that comes back asks by itself', async () => {
  const { at, fetchesAfter } = knownFleet();
  await fetchesAfter(0);
  await fetchesAfter(AFTER_MS);
  at.state = { ...at.state, maps: 'm2', network: 'n1' };
  expect(await fetchesAfter(10_000)).toEqual([['A', 'fetch', { changed: ['maps', 'network'] }]]);
  expect(await fetchesAfter(10_000)).toEqual([]);
  at.isConnected = false;
  await fetchesAfter(10_000);
  at.isConnected = true;
  await fetchesAfter(10_000);
  expect(await fetchesAfter(AFTER_MS)).toEqual([]);
});

it.each([
  ['before the first check of its connection', 0],
  ['10 s after the first check', 10_000],
  ['just before it is asked', AFTER_MS],
])('[DOWN10] a device that returns learns of a change %s', async (_, changedAfterMs) => {
  const { at, fetchesAfter } = knownFleet();
  await fetchesAfter(0);
  await fetchesAfter(AFTER_MS);
  at.isConnected = false;
  await fetchesAfter(10_000);
  // It fetches by itself when it connects, before the change.
  at.isConnected = true;
  const fetches = [];
  for (let ms = 0; ms <= AFTER_MS; ms += 10_000) {
    if (ms === changedAfterMs) at.state = { ...at.state, maps: 'm2' };
    fetches.push(...(await fetchesAfter(10_000)));
  }
  expect(fetches).toEqual([['A', 'fetch', { changed: ['maps'] }]]);
});

it('[DOWN10] a device that the server has sent no fetch yet gets one for all parts, once it has been connected for 20 s', async () => {
  const { at, fetchesAfter } = knownFleet();
  at.state = { ...at.state, maps: 'changed while no server watched' };
  expect(await fetchesAfter(0)).toEqual([]);
  expect(await fetchesAfter(AFTER_MS - 1)).toEqual([]);
  expect(await fetchesAfter(1)).toEqual([['A', 'fetch', ALL]]);
  expect(await fetchesAfter(10_000)).toEqual([]);
});

it('[DOWN10] the devices of a fleet are asked in turn after a start, and each at once when something of it changes', async () => {
  const serials = Array.from({ length: 120 }, (_, n) => `D-${n}`);
  const { at, fetchesAfter } = knownFleet(serials);
  await fetchesAfter(0);
  expect(await fetchesAfter(AFTER_MS)).toHaveLength(50);
  at.own = { 'D-0': { metadata: 'y' }, 'D-119': { metadata: 'y' } };
  const next = await fetchesAfter(10_000);
  expect(next).toHaveLength(52);
  expect(next).toContainEqual(['D-0', 'fetch', { changed: ['metadata'] }]);
  expect(next).toContainEqual(['D-119', 'fetch', ALL]);
  expect(await fetchesAfter(10_000)).toHaveLength(19);
  expect(await fetchesAfter(10_000)).toEqual([]);
});

it('[DOWN10] a change is not lost while the device cannot be reached, nor when sending it fails', async () => {
  const { at, fetchesAfter } = knownFleet();
  await fetchesAfter(0);
  await fetchesAfter(AFTER_MS);
  at.state = { ...at.state, network: 'n1' };
  at.isReachable = false;
  expect(await fetchesAfter(10_000)).toEqual([]);
  at.refusal = Object.assign(new Error('The database is away.'), { code: 'ECONNREFUSED' });
  await expect(fetchesAfter(10_000)).rejects.toThrow('The database is away.');
  Object.assign(at, { isReachable: true, refusal: null });
  expect(await fetchesAfter(10_000)).toEqual([['A', 'fetch', { changed: ['network'] }]]);
});

it('[DOWN10] a request for reports that could not be sent is sent at the next check', async () => {
  const { at, reportsAfter } = fleet();
  await reportsAfter(0);
  at.isReachable = false;
  expect(await reportsAfter(AFTER_MS)).toEqual([]);
  at.isReachable = true;
  expect(await reportsAfter(10_000)).toEqual([['A', 'report', { data_groups: GROUPS, configuration: true }]]);
});

it('[DOWN11] a device to which nothing can be delivered keeps no other device from being asked, and counts as asked', async () => {
  const { at, attemptsAfter } = fleet(['A', 'B', 'C']);
  at.gone = ['A'];
  expect(await attemptsAfter(0, AFTER_MS)).toEqual({ sent: ['report B', 'report C', 'fetch B', 'fetch C'], failed: ['A', 'A'] });
  at.gone = [];
  expect(await attemptsAfter(599_999)).toEqual({ sent: ['fetch A'], failed: [] });
  expect(await attemptsAfter(1)).toEqual({ sent: ['report A', 'report B', 'report C'], failed: [] });
});

it('[DOWN11] the first failure of a check is thrown at its end', async () => {
  const { at, ask } = knownFleet(['A', 'B']);
  await ask();
  Object.assign(at, { now: at.now + AFTER_MS, gone: ['A'] });
  await expect(ask()).rejects.toThrow('The device is offline.');
  await ask();
});

it('[DOWN11] a change that cannot be delivered is sent again after a growing pause, and at once to a device that has connected again', async () => {
  const { at, attemptsAfter } = knownFleet(['A', 'B']);
  await attemptsAfter(0, AFTER_MS);
  at.own = { A: { maps: 'm2' }, B: { maps: 'm2' } };
  at.gone = ['A'];
  expect(await attemptsAfter(10_000)).toEqual({ sent: ['fetch B'], failed: ['A'] });
  for (const pause of [20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000]) {
    expect(await attemptsAfter(pause - 1)).toEqual({ sent: [], failed: [] });
    expect(await attemptsAfter(1)).toEqual({ sent: [], failed: ['A'] });
  }
  at.isConnected = false;
  await attemptsAfter(10_000);
  Object.assign(at, { isConnected: true, gone: [] });
  expect(await attemptsAfter(10_000, AFTER_MS)).toEqual({ sent: ['fetch A'], failed: [] });
});

it('[DOWN11] after a change was delivered, the pause begins anew', async () => {
  const { at, attemptsAfter } = knownFleet();
  await attemptsAfter(0, AFTER_MS);
  const change = (maps: string) => void (at.state = { ...at.state, maps });
  at.gone = ['A'];
  change('m2');
  expect(await attemptsAfter(10_000, 20_000)).toEqual({ sent: [], failed: ['A', 'A'] });
  at.gone = [];
  expect(await attemptsAfter(39_999, 1)).toEqual({ sent: ['fetch A'], failed: [] });
  at.gone = ['A'];
  change('m3');
  expect(await attemptsAfter(10_000, 19_999)).toEqual({ sent: [], failed: ['A'] });
  expect(await attemptsAfter(1)).toEqual({ sent: [], failed: ['A'] });
});
