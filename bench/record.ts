import { deflateRawSync, gzipSync } from 'node:zlib';
import { seededRandom } from '#domain/seededRandom';
import type { FleetEvent } from '#streams/event';
import { decisiveEvents } from '#streams/recording/decisiveEvents';
import { readBlock, writeBlock, type EventBlock } from '#streams/recording/eventBlock';
import { budgets } from './budgets.ts';
import { measured, median, type Result } from './result.ts';
import { recordingCodec as codec } from '../src/edge/recordingCodec.ts';
import { initialFleet, reduceFleet, type FleetState } from '../src/state/fleet.ts';

const DEVICES = 500;
const SECONDS = 200;
const BLOCK = 16_000;
const ROUNDS = 15;
const START = Date.UTC(2026, 2, 4, 13, 0, 0);

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** A log of devices that drive with the noise of real sensors: without noise every format would look many times smaller than it is. */
function makeLog(): readonly FleetEvent[] {
  const random = seededRandom(7);
  const noise = (size: number) => (random() + random() + random() + random() - 2) * size;
  const devices = Array.from({ length: DEVICES }, (_, index) => ({
    serial: `LF-${String(index).padStart(4, '0')}-23`,
    pose: { x: random() * 200, y: random() * 80, theta: random() * 6 },
    battery: 50 + random() * 50,
    phaseMs: random() * 1_000,
  })).toSorted((a, b) => a.phaseMs - b.phaseMs);
  const events: FleetEvent[] = [];
  let at = START;
  for (let second = 0; second < SECONDS; second += 1) {
    for (const device of devices) {
      const { pose } = device;
      pose.x += 0.4 * Math.cos(pose.theta) + noise(0.02);
      pose.y += 0.4 * Math.sin(pose.theta) + noise(0.02);
      pose.theta += noise(0.02);
      if (random() < 0.02) device.battery -= 0.1;
      const reportedAt = Math.round(START + second * 1_000 + device.phaseMs + noise(6));
      at = Math.max(at, reportedAt + 5 + Math.floor(random() * 3));
      const state = {
        current_state: 'executing_task',
        current_task: 'uv_treatment',
        error_code: null,
        battery_level: rounded(device.battery, 1),
        controller: null,
        current_node: `N${String(Math.floor(pose.x))}`,
        current_pose_x: rounded(pose.x, 3),
        current_pose_y: rounded(pose.y, 3),
        current_pose_theta: rounded(pose.theta, 3),
        current_velocity: rounded(0.4 + noise(0.02), 2),
        shape: 'tasks',
      } as const;
      events.push({ kind: 'device.stateReported', serial: device.serial, reportedAt, state, seq: events.length, at, source: 'socket' });
    }
    events.push({ kind: 'clock.ticked', seq: events.length, at, source: 'log' });
  }
  return events;
}

const linesOf = (events: readonly FleetEvent[]) => events.map((event) => JSON.stringify(event)).join('\n');

function blocksOf(events: readonly FleetEvent[]): readonly Uint8Array[] {
  const starts = Array.from({ length: Math.ceil(events.length / BLOCK) }, (_, index) => index * BLOCK);
  return starts.map((start) => writeBlock(null, events.slice(start, start + BLOCK), codec));
}

const fold = (state: FleetState, events: readonly FleetEvent[]) => reduceFleet(state, events);
const foldBlocks = (blocks: readonly EventBlock[]) =>
  blocks.reduce((fleet, block) => fold(fleet, decisiveEvents(block, block.count)), initialFleet);
const foldLines = (lines: string) =>
  fold(
    initialFleet,
    lines.split('\n').map((line): FleetEvent => JSON.parse(line)),
  );

function timed(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Measures the recording format against lines of JSON: size, writing, and reading with the fold to the same final state. */
export function recordBench(): readonly Result[] {
  const events = makeLog();
  const [lines, raw] = [linesOf(events), blocksOf(events)];
  const final = (fleet: FleetState) => JSON.stringify(fleet.rows.chunks);
  const read = () => raw.map((bytes) => readBlock(bytes, codec));
  if (final(foldLines(lines)) !== final(foldBlocks(read())))
    throw new Error('the recording ends in another state: the figures would mean nothing');
  const gzipped = gzipSync(lines).length;
  const packed = raw.reduce((sum, bytes) => sum + deflateRawSync(bytes).length, 0);
  const times: Record<'write' | 'writeLines' | 'read' | 'readLines' | 'seek', number[]> = {
    write: [],
    writeLines: [],
    read: [],
    readLines: [],
    seek: [],
  };
  const [middle] = raw;
  for (let round = -1; round < ROUNDS; round += 1) {
    const row = {
      write: timed(() => blocksOf(events).map((bytes) => deflateRawSync(bytes))),
      writeLines: timed(() => gzipSync(linesOf(events))),
      read: timed(() => foldBlocks(read())),
      readLines: timed(() => foldLines(lines)),
      seek: timed(() => middle !== undefined && foldBlocks([readBlock(middle, codec)])),
    };
    if (round < 0) continue;
    for (const name of ['write', 'writeLines', 'read', 'readLines', 'seek'] as const) times[name].push(row[name]);
  }
  const best = (named: readonly number[]) => Math.min(...named);
  return [
    measured('size / NDJSON + gzip, 500 devices at 1 Hz with noise', packed / gzipped, budgets.recordingSize),
    { what: 'bytes per event', value: packed / events.length, unit: 'B' },
    { what: 'NDJSON + gzip / writing with deflate', value: best(times.writeLines) / best(times.write), unit: 'x' },
    measured('JSON.parse and fold / reading and fold to the same state', best(times.readLines) / best(times.read), budgets.recordingDecode),
    { what: `reading and folding one block of ${String(BLOCK)} events, median`, value: median(times.seek), unit: 'ms' },
  ];
}
