import { expect, it } from 'vitest';
import { inProcessBus } from '#server/platform/bus/bus';
import { startDevicePresence } from '#server/fleet/devicePresence';
import { liveReport, type LiveReport } from '#server/fleet/liveReport';
import { CONNECTED_MS, createLiveReports } from '#server/fleet/liveReports';

let at = Date.parse('2026-03-04T13:05:00Z');
const now = () => at;
const reported = (serial: string): LiveReport =>
  liveReport({
    push: { type: 'state', serial, timestamp: new Date(now()).toISOString(), state: { battery_level: 50 } },
    deviceTime: new Date(now()).toISOString(),
    sequence: 7,
    receivedAt: now(),
  });

it('[PRES1] a device that is connected, or sends anything, is present at every instance; what it reported keeps its age', () => {
  const [here, there] = [createLiveReports(now), createLiveReports(now)];
  const bus = inProcessBus<LiveReport>();
  for (const live of [here, there]) bus.subscribe(live.apply);
  const connected = new Set(['A', 'NEVER']);
  let beat: () => void = () => undefined;
  const every = (_ms: number, run: () => void) => {
    beat = run;
    return () => undefined;
  };
  const { note } = startDevicePresence({ connected: () => connected, live: here, bus, now, every });
  const wait = (ms: number) => {
    at += ms;
    beat();
  };
  const first = reported('A');
  bus.publish([first, reported('B')]);
  wait(10 * CONNECTED_MS);
  const isThere = (serial: string) => [here.isConnected(serial), there.isConnected(serial)];
  expect([isThere('A'), isThere('B'), isThere('NEVER')]).toEqual([
    [true, true],
    [false, false],
    [true, false],
  ]);
  expect(there.newest('A')?.receivedAt).toBe(first.receivedAt);
  note('B', now());
  expect(isThere('B')).toEqual([true, true]);
  connected.clear();
  wait(CONNECTED_MS + 1);
  expect([isThere('A'), isThere('B')]).toEqual([
    [false, false],
    [false, false],
  ]);
});

it('[PRES1] the new owner of a device does not see it as present from its former owner’s time', () => {
  const live = createLiveReports(now);
  live.apply([reported('A')]);
  live.notePresent('A', now() - 1_000);
  expect([live.since(now()).isConnected('A'), live.since(now() + 1).isConnected('A')]).toEqual([true, false]);
});
