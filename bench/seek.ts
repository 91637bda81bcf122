import { setTimeout as pause } from 'node:timers/promises';
import { nodeCodec as codec } from '#session/nodeCodec';
import { checkedBlock } from '#past/file/checkedBlock';
import { listOf } from '#state/persistentRows';
import { createLogStore, momentShown, reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { openRecording, type Recording } from '#streams/recording/openRecording';
import { createMoments, type Moments } from '../past/moments/moments.ts';
import { budgets } from './budgets.ts';
import { longRecording } from './longRecording.ts';
import { measured, median, type Result } from './result.ts';
import { linesPeer, mcapPeer, type Newest, type SeekPeer } from './seekPeers.ts';

const DEVICES = 116;
const SECONDS = 24 * 3_600;
/** The measured parts: the last hour is also written in the other formats, the first hour is replayed from the start. */
const PART_SECONDS = 3_600;
const ROUNDS = 5;
const PER_SECOND = 60;
/** Number of positions in a scrub through the whole recording: ten seconds of scrubbing. */
const SCRUBBED = 10 * PER_SECOND;
/** Positions in the first and in the last hundredth. */
const AT_AN_END = 120;
const PEER_SEEKS = 12;
const CHECKED = 5;
/** The golden section: positions without a pattern, evenly spread. */
const SPREAD = 0.618_033_988_749_895;

const percentile = (values: readonly number[], part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
const late = (values: readonly number[]) => percentile(values, 0.95);

/** CPU time of all threads of the process in ms, which does not depend on other load of the machine. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The duration of one piece of work, in ms. */
interface Took {
  /** From start to end: the wait of a person who moves the slider. */
  readonly waited: number;
  readonly cpu: number;
}

async function took(work: () => Promise<unknown>): Promise<Took> {
  const begin = performance.now();
  const cpu = await cpuTime(work);
  return { waited: performance.now() - begin, cpu };
}

/** Instants in a part of a span, which is given as shares of the span. */
function positions({ from, to }: { readonly from: number; readonly to: number }, count: number, begin = 0, end = 1): readonly number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(from + (to - from) * (begin + (end - begin) * ((index * SPREAD) % 1))));
}

/** Seconds of the log, written in the other formats too. */
async function otherFormats() {
  const writers = [linesPeer(DEVICES), await mcapPeer(DEVICES)];
  const waiting: (readonly FleetEvent[])[] = [];
  const watch = (second: number, events: readonly FleetEvent[]) => {
    if (second >= SECONDS - PART_SECONDS) waiting.push(events);
  };
  const done = async () => {
    for (const writer of writers) for (const events of waiting) await writer.push(events);
    return (await Promise.all(writers.map((writer) => writer.done()))).flat();
  };
  return { watch, done };
}

/** The recording, opened as the page `/replay` opens a file, and the store that its screens read. */
async function openSeeks(file: Uint8Array) {
  const recording = await openRecording({ length: file.length, read: async (from, to) => file.slice(from, to) }, codec);
  const entries = recording.blocks.map((placed, id) => ({ ...placed, id, log: 'bench' }));
  const moments = createMoments({
    blocks: async () => entries,
    block: async ({ id }) => {
      const placed = recording.blocks[id];
      return placed === undefined ? null : checkedBlock(await recording.block(placed));
    },
  });
  return { recording, moments, show: showIn(moments) };
}

function showIn(moments: Moments) {
  const store = createLogStore({ devTools: false });
  return async (at: number): Promise<RootState> => {
    const moment = await moments.seek(at);
    if (moment === null) throw new Error('nothing is recorded');
    store.dispatch(momentShown(moment.state));
    return store.getState();
  };
}

/** Fails unless every format gives the same newest reports. */
async function mustAgree(show: (at: number) => Promise<RootState>, peers: readonly (readonly [string, SeekPeer])[], at: number) {
  const text = (newest: Newest) =>
    JSON.stringify(
      [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([serial, { reportedAt, state }]) => [serial, reportedAt, state]),
    );
  const state = await show(at);
  const rows = listOf(state.fleet.rows).toSorted((a, b) => (a.serial < b.serial ? -1 : 1));
  const ours = JSON.stringify(rows.map(({ serial, reportedAt, state: reported }) => [serial, reportedAt, reported]));
  for (const [name, peer] of peers)
    if (text(await peer.seek(at)) !== ours) throw new Error(`${name} gives another state: the figures would mean nothing`);
}

/** CPU time of a replay of every event from the start of a part of the recording, in ms, and the number of its events. */
async function linear({ blocks, block }: Recording): Promise<{ readonly ms: number; readonly events: number }> {
  const [first] = blocks;
  const part = blocks.filter(({ firstAt }) => firstAt < (first?.firstAt ?? 0) + PART_SECONDS * 1_000);
  let state: RootState | undefined;
  const ms = await cpuTime(async () => {
    for (const placed of part) {
      const events = await block(placed);
      state = reduceLog(
        state,
        Array.from({ length: events.count }, (_, index) => events.eventAt(index)),
      );
    }
  });
  return { ms, events: part.reduce((sum, { count }) => sum + count, 0) };
}

/** The share of positions whose state was shown before the next position arrived, in percent, at 60 positions per second. */
async function shownInTime(show: (at: number) => Promise<RootState>, scrubbed: readonly number[]): Promise<number> {
  const startedAt = performance.now();
  let inTime = 0;
  for (const [index, at] of scrubbed.entries()) {
    const dueAt = startedAt + (index * 1_000) / PER_SECOND;
    await pause(Math.max(0, dueAt - performance.now()));
    const from = performance.now();
    await show(at);
    if (performance.now() - from <= 1_000 / PER_SECOND) inTime += 1;
  }
  return (inTime / scrubbed.length) * 100;
}

/** Per position, the medians of its rounds. */
const perPosition = (rounds: readonly (readonly Took[])[]): readonly Took[] =>
  (rounds[0] ?? []).map((_, index) => ({
    waited: median(rounds.map((times) => times[index]?.waited ?? NaN)),
    cpu: median(rounds.map((times) => times[index]?.cpu ?? NaN)),
  }));
const waits = (times: readonly Took[]) => times.map(({ waited }) => waited);

interface Measured {
  readonly scrub: readonly Took[];
  readonly first: readonly Took[];
  readonly last: readonly Took[];
  readonly linearMs: readonly number[];
  readonly peers: ReadonlyMap<string, readonly Took[]>;
}

async function measure(
  { recording, show }: Awaited<ReturnType<typeof openSeeks>>,
  span: { readonly from: number; readonly to: number; readonly partFrom: number; readonly events: number },
  peers: readonly (readonly [string, SeekPeer])[],
): Promise<Measured> {
  const places = {
    scrub: Array.from({ length: SCRUBBED }, (_, index) => span.from + ((span.to - span.from) * index) / SCRUBBED),
    first: positions(span, AT_AN_END, 0, 0.01),
    last: positions(span, AT_AN_END, 0.99, 1),
    peer: positions({ from: span.partFrom, to: span.to }, PEER_SEEKS, 0.1),
  };
  const seeks = async (all: readonly number[], seek: (at: number) => Promise<unknown>) => {
    const times: Took[] = [];
    for (const at of all) times.push(await took(() => seek(at)));
    return times;
  };
  const rounds: { scrub: Took[]; first: Took[]; last: Took[]; linearMs: number; peers: Took[][] }[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const { ms, events } = await linear(recording);
    const [scrub, first, last] = [await seeks(places.scrub, show), await seeks(places.first, show), await seeks(places.last, show)];
    const others: Took[][] = [];
    for (const [, peer] of peers) others.push(await seeks(places.peer, peer.seek));
    if (round >= 0) rounds.push({ scrub, first, last, linearMs: (ms / events) * span.events, peers: others });
  }
  return {
    scrub: perPosition(rounds.map((one) => one.scrub)),
    first: perPosition(rounds.map((one) => one.first)),
    last: perPosition(rounds.map((one) => one.last)),
    linearMs: rounds.map(({ linearMs }) => linearMs),
    peers: new Map(peers.map(([name], index) => [name, perPosition(rounds.map((one) => one.peers[index] ?? []))])),
  };
}

/**
 * Measures `seek`: moments of a recording of 24 h and ten million events against a replay from the start and other formats
 * (`seekPeers.ts`).
 */
export async function seekBench(): Promise<readonly Result[]> {
  const others = await otherFormats();
  const { file, events, blocks } = await longRecording(DEVICES, SECONDS, others.watch);
  const peers = await others.done();
  const opened = await openSeeks(file);
  const [from, to] = [opened.recording.blocks[0]?.firstAt ?? NaN, opened.recording.blocks.at(-1)?.lastAt ?? NaN];
  const span = { from, to, partFrom: to - PART_SECONDS * 1_000, events };
  for (const at of positions({ from: span.partFrom, to }, CHECKED, 0.1)) await mustAgree(opened.show, peers, at);
  const { scrub, first, last, linearMs, peers: peerTimes } = await measure(opened, span, peers);
  const cpuTimes = scrub.map(({ cpu }) => cpu);
  const inTime = await shownInTime(opened.show, positions(span, SCRUBBED));
  const named = `${(events / 1e6).toFixed(1)} million events of ${String(SECONDS / 3_600)} h in ${String(blocks)} blocks, ${(file.length / 1e6).toFixed(0)} MB`;
  return [
    measured(`seek, p95 of a scrub through ${named}`, late(waits(scrub)), budgets.seek),
    { what: 'the same, median', value: median(waits(scrub)), unit: 'ms' },
    { what: 'the same as CPU time of all threads, with those that collect garbage, p95', value: late(cpuTimes), unit: 'ms' },
    measured('CPU time: replay of every event from the start / seek, p95', median(linearMs) / late(cpuTimes), budgets.seekAgainstReplay),
    { what: 'the replay, scaled from the first hour', value: median(linearMs), unit: 'ms' },
    { what: 'its spread over the rounds', value: (Math.max(...linearMs) / Math.min(...linearMs) - 1) * 100, unit: '%' },
    measured('p95 in the last 1 % / in the first 1 %', late(waits(last)) / late(waits(first)), budgets.seekAtEnd),
    { what: 'shown before the next of 60 positions per second', value: inTime, unit: '%' },
    ...[...peerTimes].map(([name, times]): Result => ({
      what: `CPU time: ${name} / seek, medians`,
      value: median(times.map(({ cpu }) => cpu)) / median(cpuTimes),
      unit: 'x',
    })),
    ...peers.map(([name, peer]): Result => ({
      what: `bytes per event: ${name}`,
      value: peer.bytes / (events * (PART_SECONDS / SECONDS)),
      unit: 'B',
    })),
    { what: 'bytes per event: this recording', value: file.length / events, unit: 'B' },
  ];
}
