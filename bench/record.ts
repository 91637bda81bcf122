import { deflateRawSync, gzipSync } from 'node:zlib';
import type { FleetEvent } from '#streams/event';
import { decisiveEvents } from '#streams/recording/decisiveEvents';
import { readBlock, writeBlock, type EventBlock } from '#streams/recording/eventBlock';
import { budgets } from './budgets.ts';
import { noisyFleet } from './noisyFleet.ts';
import { measured, median, type Result } from './result.ts';
import { recordingCodec as codec } from '../src/edge/bytes/recordingCodec.ts';
import { initialFleet, reduceFleet, type FleetState } from '../state/fleet.ts';

const DEVICES = 500;
const SECONDS = 200;
const BLOCK = 16_000;
const ROUNDS = 15;

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

/** Measures `record`, the recording format against lines of JSON: size, writing, and reading, including the fold to the same final state. */
export function recordBench(): readonly Result[] {
  const nextSecond = noisyFleet(DEVICES);
  const events = Array.from({ length: SECONDS }, nextSecond).flat();
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
