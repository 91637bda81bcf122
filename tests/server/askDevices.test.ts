import { expect, it } from 'vitest';
import { DAY_MS } from '#domain/text/timeUnits';
import { createAsking } from '#server/deviceData/askDevices';
import type { DeviceDataVersions } from '#server/deviceData/whereDevice';
import { type LiveReport, ownPush } from '#server/fleet/liveReport';

const AFTER_MS = 20_000;

/** A fleet of one connected device, which reports what a test says. */
function fleet() {
  const given: unknown[] = [];
  const at = {
    now: 1_000_000,
    isConnected: true,
    ownerSince: 0,
    groups: new Map<string, number>(),
    hasConfiguration: false,
    state: {
      serial: 'A',
      location_id: 'l',
      organisation: 'o',
      maps: 'm1',
      network: '',
      metadata: 'x',
      error_codes: 'e',
    } satisfies DeviceDataVersions,
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
      serials: () => ['A'],
      isConnected: () => at.isConnected,
      since: (since) => ({
        newest: () => undefined,
        isConnected: () => at.isConnected,
        data: (_, group) => ((at.groups.get(group) ?? -1) >= since && at.groups.has(group) ? reported(at.now) : undefined),
      }),
    },
    registry: { servicesOf: () => [{ organisation: 'o', from: at.ownerSince, until: null }] },
    configured: () => Promise.resolve(new Set(at.hasConfiguration ? ['A'] : [])),
    readStates: (serials) => Promise.resolve(serials.map(() => at.state)),
    sendByServer: (serial, command, words) => Promise.resolve(void given.push([serial, command, words])),
    afterMs: AFTER_MS,
    now: () => at.now,
  });
  const later = async (ms: number) => {
    at.now += ms;
    await ask();
    return given.splice(0);
  };
  return { at, later };
}
const GROUPS = ['state_data', 'sw_version', 'map_data'];

it('[DOWN3] a device is asked for what is not known of it, once it has had time to report it, and not for ever', async () => {
  const { at, later } = fleet();
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
  const { at, later } = fleet();
  for (const group of GROUPS) at.groups.set(group, at.now);
  at.hasConfiguration = true;
  await later(0);
  expect(await later(AFTER_MS)).toEqual([]);
  at.ownerSince = at.now + 1;
  expect(await later(10_000)).toEqual([['A', 'report', { data_groups: GROUPS, configuration: false }]]);
});

it('[DOWN4] a connected device learns what of its data has changed; one that comes back asks by itself', async () => {
  const { at, later } = fleet();
  for (const group of GROUPS) at.groups.set(group, at.now);
  at.hasConfiguration = true;
  await later(0);
  await later(AFTER_MS);
  at.state = { ...at.state, maps: 'm2', network: 'n1' };
  expect(await later(10_000)).toEqual([['A', 'fetch', { changed: ['maps', 'network'] }]]);
  expect(await later(10_000)).toEqual([]);
  at.isConnected = false;
  await later(10_000);
  at.state = { ...at.state, error_codes: 'e2' };
  at.isConnected = true;
  await later(10_000);
  expect(await later(AFTER_MS)).toEqual([]);
});
