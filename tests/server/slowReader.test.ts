import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ServerPush } from '#contract/fleet/socket';
import { createLiveReports } from '#server/fleet/liveReports';
import type { OwnershipRegistry } from '#server/locations/ownershipRegistry';
import { liveReport, type LiveReport } from '#server/fleet/liveReport';
import { createGauges } from '#server/platform/gauges';
import { startFanOut, type Reader } from '#server/fleet/sockets/fanOut';
import type { Scope } from '#server/platform/principal';
import { until } from '../support/until.ts';

const registry: OwnershipRegistry = {
  organisationOfDevice: (serial) => (serial.startsWith('A') ? 'org-a' : 'org-b'),
  servicesOf: () => [],
  endService: () => undefined,
  organisationsOf: () => new Set(),
  refresh: () => Promise.resolve(),
};
const reported = (push: ServerPush): LiveReport =>
  liveReport({ push, deviceTime: new Date().toISOString(), sequence: 1, receivedAt: Date.now() });
const state = (serial: string, battery_level: number) =>
  reported({ type: 'state', serial, timestamp: new Date().toISOString(), state: { battery_level } });
const site = (serial: string) => reported({ type: 'data', serial, data_group: 'state_data', data: { has_wifi: true } });

function world() {
  const live = createLiveReports(() => Date.now());
  const gauges = createGauges();
  const fanOut = startFanOut({ live, registry, gauges });
  const take = (...reports: LiveReport[]) => {
    live.apply(reports);
    fanOut.push(reports);
  };
  let people = 0;
  const reader = (scope: Scope | (() => Scope) = 'all', wanted: ReadonlySet<string> | null = null) => {
    const seat = { unread: 0, lookedAt: 0, texts: new Array<string>(), frames: new Array<Buffer>(), cuts: 0 };
    people += 1;
    const made: Reader = {
      person: `person ${people}`,
      scope: typeof scope === 'function' ? scope : () => scope,
      wanted,
      format: 'list',
      unreadBytes: () => {
        seat.lookedAt += 1;
        return seat.unread;
      },
      send: (frame) => {
        seat.texts.push(frame.toString());
        seat.frames.push(frame);
      },
      cut: () => void (seat.cuts += 1),
    };
    fanOut.add(seat, made);
    return seat;
  };
  return { fanOut, take, reader, gauges };
}

/** Waits until the snapshots of all readers are made, one per turn. */
async function snapshotsOf(readers: number): Promise<void> {
  for (let turn = 0; turn <= readers; turn += 1) await nextTurn();
}

it('[SOCK6] a reader above 1 MB is skipped, others are not, and later it is shown the present with the data it missed', async () => {
  const { fanOut, take, reader } = world();
  const [slow, quick] = [reader(), reader()];
  slow.unread = 2_000_000;
  take(state('A-1', 1), site('A-1'));
  await until('the quick one has it', () => quick.texts.length === 1);
  take(state('A-1', 2));
  await until('the next batch', () => quick.texts.length === 2);
  expect(slow.texts).toEqual([]);
  slow.unread = 0;
  await until('the present', () => slow.texts.length === 1);
  const present: unknown = JSON.parse(slow.texts[0] ?? '');
  expect(present).toEqual([
    expect.objectContaining({ serial: 'A-1', state: { battery_level: 2 } }),
    { type: 'data', serial: 'A-1', data_group: 'state_data', data: { has_wifi: true } },
  ]);
  fanOut.close();
});

it('[SOCK6] a reader with more than 8 MB unread is cut', async () => {
  const { fanOut, reader } = world();
  const dead = reader();
  dead.unread = 9_000_000;
  await until('cut', () => dead.cuts > 0);
  expect(dead.texts).toEqual([]);
  fanOut.close();
});

it('[SOCK5] readers of one scope share one frame, and of one device only the newest of a batch goes out', async () => {
  const { fanOut, take, reader } = world();
  const [first, second, ofA] = [reader(), reader(), reader(new Set(['org-a']))];
  await snapshotsOf(3);
  take(state('A-1', 1), state('B-1', 5), state('A-1', 2));
  await until('all have it', () => first.texts.length * second.texts.length * ofA.texts.length === 1);
  expect(first.frames[0]).toBe(second.frames[0]);
  expect(JSON.parse(first.texts[0] ?? '')).toHaveLength(2);
  expect(JSON.parse(ofA.texts[0] ?? '')).toEqual([expect.objectContaining({ serial: 'A-1', state: { battery_level: 2 } })]);
  fanOut.close();
});

it('[SOCK9] readers that want the same devices share one frame', async () => {
  const { fanOut, take, reader } = world();
  const [first, second, other] = [
    reader('all', new Set(['A-1', 'B-1'])),
    reader('all', new Set(['B-1', 'A-1'])),
    reader('all', new Set(['B-1'])),
  ];
  await snapshotsOf(3);
  take(state('A-1', 1), state('B-1', 5));
  await until('all have it', () => first.texts.length * second.texts.length * other.texts.length === 1);
  expect(first.frames[0]).toBe(second.frames[0]);
  expect(JSON.parse(first.texts[0] ?? '')).toHaveLength(2);
  expect(JSON.parse(other.texts[0] ?? '')).toEqual([expect.objectContaining({ serial: 'B-1' })]);
  fanOut.close();
});

it.each([
  ['of a device named "all"', null, new Set(['all'])],
  ['of a device named like two', new Set(['A-1', 'B-1']), new Set(['A-1\nB-1'])],
])('[SOCK10] a subscription %s keeps nothing from the others, whoever comes first', async (_, wanted, hostile) => {
  const { fanOut, take, reader } = world();
  reader('all', hostile);
  const other = reader('all', wanted);
  reader('all', hostile);
  await snapshotsOf(3);
  take(state('A-1', 1));
  await until('the push', () => other.texts.length === 1);
  expect(JSON.parse(other.texts[0] ?? '')).toEqual([expect.objectContaining({ serial: 'A-1' })]);
  fanOut.close();
});

/** A fan-out whose batches the test sends, and a reader whose line takes nothing unless the test drains it. */
async function slowLine(devices: number) {
  const ticks: (() => void)[] = [];
  const live = createLiveReports(() => Date.now());
  const fanOut = startFanOut({
    live,
    registry,
    gauges: createGauges(),
    every: (_, run) => {
      ticks.push(run);
      return () => undefined;
    },
  });
  const text = 'x'.repeat(100_000);
  const large = (serial: string) =>
    reported({ type: 'state', serial, timestamp: new Date().toISOString(), state: { current_state: text, battery_level: 1 } });
  const line = { unread: 0, frames: new Array<string>(), cuts: 0 };
  live.apply(Array.from({ length: devices }, (_, index) => large(`A-${String(index)}`)));
  fanOut.add(line, {
    person: 'an',
    scope: () => 'all',
    wanted: null,
    format: 'list',
    unreadBytes: () => line.unread,
    send: (frame) => {
      line.frames.push(frame.toString());
      line.unread += frame.length;
    },
    cut: () => void (line.cuts += 1),
  });
  await nextTurn();
  const batch = async (...reports: LiveReport[]) => {
    live.apply(reports);
    fanOut.push(reports);
    for (const tick of ticks) tick();
    await nextTurn();
  };
  return { line, batch, large };
}

it.each([20, 100])(
  '[SOCK11] a snapshot of %i00 kB on its way is not held against its reader: what follows is sent behind it',
  async (devices) => {
    const { line, batch } = await slowLine(devices);
    expect(line.unread).toBeGreaterThan(devices * 100_000);
    await batch(state('A-1', 2));
    line.unread -= 1_000_000;
    await batch(state('A-2', 3));
    line.unread -= 900_000;
    await batch();
    expect(line.frames.slice(1).map((frame) => JSON.parse(frame))).toEqual([
      [expect.objectContaining({ serial: 'A-1', state: { battery_level: 2 } })],
      [expect.objectContaining({ serial: 'A-2', state: { battery_level: 3 } })],
    ]);
    expect(line.cuts).toBe(0);
  },
);

it('[SOCK11] behind its snapshot a reader gets 1 MB; then it is skipped, and cut where next to nothing drains in 30 s', async () => {
  const { line, batch, large } = await slowLine(20);
  for (let round = 0; round < 20; round += 1) await batch(large('A-1'));
  expect(line.frames).toHaveLength(12);
  const skipped = async (batches: number) => {
    for (let round = 0; round < batches; round += 1) await batch();
  };
  line.unread -= 1_100_000;
  await skipped(300);
  expect(line.cuts).toBe(0);
  await skipped(300);
  expect(line.cuts).toBe(1);
  line.unread = 0;
  await batch();
  expect(JSON.parse(line.frames.at(-1) ?? '')).toHaveLength(20);
});

it('[CTRL8] [ANY6] a change of control and a departure of a device that is not connected are not pushed', async () => {
  const { fanOut, take, reader } = world();
  const console = reader();
  await snapshotsOf(1);
  const away = (serial: string): LiveReport => ({ ...state(serial, 1), receivedAt: Date.now() - 20_000 });
  const controlOf = (serial: string) => ({ control: { serial, holder: null, holderName: null, since: null, epoch: 2 } });
  take({ ...away('A-1'), ...controlOf('A-1') }, { ...away('A-2'), leftAt: Date.now() }, { ...state('A-3', 1), ...controlOf('A-3') });
  await until('the push', () => console.texts.length === 1);
  expect(JSON.parse(console.texts[0] ?? '')).toEqual([expect.objectContaining({ serial: 'A-3' })]);
  fanOut.close();
});

it('[SOCK9] pending pushes for a reader whose rights change reach it as a snapshot', async () => {
  const { fanOut, take, reader } = world();
  for (let others = 0; others < 20; others += 1) reader();
  let scope: Scope = new Set(['org-a', 'org-b']);
  const changing = reader(() => scope);
  take(site('A-1'), site('B-1'));
  await until('the batch was looked at', () => changing.lookedAt > 0);
  scope = new Set(['org-a']);
  await until('the snapshot', () => changing.texts.length === 1);
  expect(JSON.parse(changing.texts[0] ?? '')).toEqual([
    { type: 'data', serial: 'A-1', data_group: 'state_data', data: { has_wifi: true } },
  ]);
  fanOut.close();
});

it('[BUS3] [BUS4] a text of another instance is sent as it came, in a batch and in a snapshot, and not parsed for that', async () => {
  const { fanOut, take, reader } = world();
  const first = reader();
  const text = `{ "serial":"A-1","type":"state" , "later":"é" }`;
  const read = () => expect.unreachable('parsed');
  take({ ...state('A-1', 1), push: { text: () => text, json: read, read } });
  await until('the batch', () => first.texts.length === 1);
  const second = reader();
  await until('the snapshot', () => second.texts.length === 1);
  expect([first.texts, second.texts]).toEqual([[`[${text}]`], [`[${text}]`]]);
  fanOut.close();
});
