import { expect, it } from 'vitest';
import { getAllDevices } from '#contract/devices/device';
import { commands } from '#domain/commands/commandRows';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import type { RoomReport } from '#domain/incidents/roomRecord';
import { ownBlocks } from '#past/moments/moments';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { readRoom } from '#past/values/readRoom';
import type { FleetEvent } from '#streams/event';
import { readBlock, writeBlock } from '#streams/recording/eventBlock';
import { aDevice, answered } from '../widgets/aConsole.tsx';
import { eventsOf, reported, vanished, type TimedEvent } from '../state/eventsOf.ts';
import { profile, recordedLog } from './recordedLog.ts';

const opened: TimedEvent = [0, { kind: 'session.opened', profile }, 'session'];
const level = (serial: string, second: number): TimedEvent => [second, reported(serial, second, { battery_level: second })];
const levelsOf = (reports: readonly RoomReport[] = []) =>
  reports.map(({ at, state }) => `${at / 1_000}: ${String(state?.battery_level ?? 'none')}`);

const own = (...timed: readonly TimedEvent[]) => ownBlocks(recordedLog(eventsOf(...timed)).recorder, recordingCodec);
const span = { from: 10_000, to: 20_000 };

/** A recording of blocks, each of a log of its own. */
function logs(...blocks: readonly (readonly FleetEvent[])[]): RecordedBlocks {
  const entries = blocks.map((events, index) => ({
    id: index,
    log: `log ${index}`,
    firstSeq: 0,
    count: events.length,
    firstAt: events[0]?.at ?? 0,
    lastAt: events.at(-1)?.at ?? 0,
  }));
  return {
    blocks: async () => entries,
    block: async ({ id }) => readBlock(writeBlock(null, blocks[id] ?? [], recordingCodec), recordingCodec),
  };
}

it('[IROOM2] the reports of the span and the last one before it are read, of all devices', async () => {
  const recorded = own(opened, level('LF-01', 3), level('LF-02', 4), level('LF-01', 9), level('LF-01', 12), level('LF-02', 25));
  const { reports } = await readRoom(recorded, 'LF-01', span, span.to);
  expect(levelsOf(reports.get('LF-01'))).toEqual(['9: 9', '12: 12']);
  expect(levelsOf(reports.get('LF-02'))).toEqual(['4: 4']);
});

it.each([
  ['ahead', 5],
  ['behind', -5],
])('[IROOM12] with a console whose clock is %s, the own recording is read by the time of the server', async (_, ahead) => {
  const reportOf = (second: number): TimedEvent => [second + ahead, reported('LF-01', second, { battery_level: second })];
  const request = { call: 'POST', params: {}, query: {} };
  const command: TimedEvent = [
    15 + ahead,
    { kind: 'command.requested', commandId: 'c1', command: 'stop', request, serial: 'LF-01', deviceName: 'LF-01' },
  ];
  const recorded = own(opened, reportOf(6), reportOf(9), reportOf(12), command, reportOf(19), reportOf(25));
  const { reports, marks } = await readRoom(recorded, 'LF-01', span, span.to, -ahead * 1_000);
  expect(levelsOf(reports.get('LF-01'))).toEqual(['9: 9', '12: 12', '19: 19']);
  expect(marks.map(({ at }) => at)).toEqual([15_000]);
});

it.each<[string, readonly TimedEvent[], readonly string[] | undefined]>([
  [
    'a device that vanished before the span and reports again',
    [level('LF-01', 3), [8, vanished('LF-01')], level('LF-01', 12)],
    ['8: none', '12: 12'],
  ],
  ['a device that vanished in the span', [level('LF-01', 3), [12, vanished('LF-01')]], ['3: 3', '12: none']],
  ['one that vanished before it and stays away', [level('LF-01', 3), [8, vanished('LF-01')]], undefined],
  [
    'a report by a server whose clock is behind',
    [level('LF-01', 3), [12, vanished('LF-01')], [13, reported('LF-01', 11)]],
    ['3: 3', '11: 80'],
  ],
  ['a report that comes twice', [level('LF-01', 3), level('LF-01', 12), level('LF-01', 12)], ['3: 3', '12: 12']],
])('[IROOM2] %s', async (_, timed, expected) => {
  const { reports } = await readRoom(own(opened, ...timed), 'LF-01', span, span.to);
  const found = reports.get('LF-01');
  expect(found === undefined ? undefined : levelsOf(found)).toEqual(expected);
});

it('[IROOM2] after a sign-out nothing is known', async () => {
  const recorded = logs(eventsOf(opened, level('LF-01', 3), [12, { kind: 'session.closed' }]));
  expect(levelsOf((await readRoom(recorded, 'LF-01', span, span.to)).reports.get('LF-01'))).toEqual(['3: 3', '12: none']);
});

it('[IROOM2] between two visits nothing is known', async () => {
  const { reports } = await readRoom(
    logs(eventsOf(opened, level('LF-01', 8), level('LF-01', 11)), eventsOf(level('LF-01', 18))),
    'LF-01',
    span,
    span.to,
  );
  expect(levelsOf(reports.get('LF-01'))).toEqual(['8: 8', '11: 11', '11.001: none', '18: 18']);
});

it('[IROOM3] it holds the commands for the device, the places of then, and what could not be read', async () => {
  const command = (second: number, serial: string): TimedEvent => [
    second,
    {
      kind: 'command.requested',
      commandId: `${serial} ${second}`,
      command: 'stop',
      request: { call: 'POST', params: {}, query: {} },
      serial,
      deviceName: serial,
    },
  ];
  const deployed = { ...aDevice('LF-01', 'Alba'), active_deployment: { id: 'd', location_id: 'linde' } };
  const recorded = own(
    opened,
    [1, answered(getAllDevices, { result: [deployed, aDevice('LF-02', 'Boris')] })],
    level('LF-01', 3),
    command(5, 'LF-01'),
    command(12, 'LF-01'),
    command(13, 'LF-02'),
    [14, { kind: 'log.gap', lost: 0, reason: 'A day is missing.' }],
  );
  const { marks, places, gaps } = await readRoom(recorded, 'LF-01', span, span.to);
  expect(marks).toEqual([expect.objectContaining({ kind: 'command', at: 12_000, text: commands.stop.label })]);
  expect([...places]).toEqual([['LF-01', 'linde']]);
  expect(gaps).toEqual(['A day is missing.']);
});

it('[IROOM4] a recording that does not hold the span holds nothing of the device', async () => {
  const { reports } = await readRoom(own(opened, level('LF-01', 3)), 'LF-01', { from: 60_000, to: 90_000 }, 90_000);
  expect(reports.size).toBe(0);
});

it.each([
  ['within it', 10, ['3: 3', '12: 12', '12.001: none', '900: 900', '905: 905']],
  ['at whose begin it slept', 600, ['900: 900', '905: 905']],
])('[IROOM2] [NIGHT26] while the console slept, nothing is known of the devices: a span %s', async (_, from, expected) => {
  const recorded = own(opened, level('LF-01', 3), level('LF-02', 4), level('LF-01', 12), level('LF-01', 900), level('LF-01', 905));
  const { reports } = await readRoom(recorded, 'LF-01', { from: from * 1_000, to: 910_000 }, 910_000);
  expect(levelsOf(reports.get('LF-01'))).toEqual(expected);
  expect(reports.has('LF-02')).toBe(from === 10);
});
