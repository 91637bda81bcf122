/**
 * Measures `wire`: reports from the server's frames to events, as column frames, as JSON, and as JSON with permessage-deflate: bytes per report, CPU to encode for
 * one subscription and to decode.
 */

import fastify from 'fastify';
import { Buffer } from 'node:buffer';
import { constants, createDeflateRaw, createInflateRaw } from 'node:zlib';
import { columnFrame } from '#streams/columnFrame/frameBytes';
import { frameReader } from '#streams/columnFrame/frameReader';
import { rowWriter } from '#streams/columnFrame/rowWriter';
import { DASHBOARD_EVERY_MS } from '#streams/query/pollIntervals';
import { readFrame, toEvents } from '#streams/socket/frame';
import type { EventPayload } from '#streams/event';
import { createFrames, type Push, type SocketSubscription } from '#server/fleet/sockets/frames';
import { createReportRows } from '#server/fleet/sockets/reportRows';
import { registerCompression } from '#server/platform/http/compression';
import { liveReport } from '#server/fleet/liveReport';
import { budgets } from './budgets.ts';
import { noisyFleet } from './noisyFleet.ts';
import { measured, type Result } from './result.ts';
import { recordingCodec } from '../src/edge/bytes/recordingCodec.ts';

/** Reports per case; a device reports once a second, the server sends a batch ten times a second. */
const REPORTS = 48_000;
const BATCHES_PER_SECOND = 10;
const ROUNDS = 15;
/** Header of a WebSocket frame of a server, by the length of its payload. Source: RFC 6455, 5.2. */
const headerOf = (length: number) => (length < 126 ? 2 : length < 65_536 ? 4 : 10);
const MB_PER_HOUR = 3_600 / 1e6;

/** Returns the pushes of a batch, made anew as by a message that was just read. */
type Batch = () => readonly Push[];

/** Returns the batches of a fleet. Those of the first second are apart: they introduce the devices. */
function batchesOf(devices: number): { readonly first: readonly Batch[]; readonly batches: readonly Batch[] } {
  const nextSecond = noisyFleet(devices);
  const all = Array.from({ length: 1 + Math.max(2, REPORTS / devices) }, nextSecond).flatMap((events) => {
    const reports = events.flatMap((event) => (event.kind === 'device.stateReported' ? [event] : []));
    const startOf = (batch: number) => Math.floor((reports.length * batch) / BATCHES_PER_SECOND);
    return Array.from({ length: BATCHES_PER_SECOND }, (_, batch): Batch => {
      const own = reports.slice(startOf(batch), startOf(batch + 1));
      return () =>
        own.map(({ serial, reportedAt, state: { shape: _shape, ...state } }) => {
          const timestamp = new Date(reportedAt).toISOString();
          const push = { type: 'state' as const, serial, timestamp, state };
          return {
            report: liveReport({ push, deviceTime: timestamp, sequence: 1, receivedAt: reportedAt }),
            organisation: null,
            row: undefined,
          };
        });
    });
  });
  return { first: all.slice(0, BATCHES_PER_SECOND), batches: all.slice(BATCHES_PER_SECOND) };
}

/** Sends the batches to one subscription, as the server does; returns the frames after those of the first second, and the time of encoding them in µs. */
function send({ first, batches }: ReturnType<typeof batchesOf>, format: SocketSubscription['format']) {
  const frames = createFrames(createReportRows());
  const subscription: SocketSubscription = { key: format, scope: 'all', wanted: null, format };
  const start = frames.snapshot(
    first.flatMap((batch) => batch().map(({ report }) => report)),
    subscription,
  );
  let microseconds = 0;
  const sent: Uint8Array[] = [];
  for (const batch of batches) {
    const pushes = batch();
    // Some machines count CPU time in ticks of 4 ms, and a batch takes a hundredth of one.
    const before = performance.now();
    const frame = frames.next(pushes, 1).frameFor(subscription);
    microseconds += (performance.now() - before) * 1_000;
    if (frame !== null) sent.push(frame);
  }
  return { start, frames: sent, microseconds };
}

/** Deflates or inflates the messages of one connection, whose window goes on from one to the next. */
async function throughOne(
  stream: ReturnType<typeof createDeflateRaw | typeof createInflateRaw>,
  messages: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const results: Uint8Array[] = [];
  let parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  for (const message of messages) {
    stream.write(message);
    await new Promise<void>((resolve) => stream.flush(constants.Z_SYNC_FLUSH, resolve));
    results.push(Buffer.concat(parts));
    parts = [];
  }
  stream.close();
  return results;
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();

/** Returns what reads the frames that follow a first one. */
function readColumns(start: Uint8Array, frames: readonly Uint8Array[]): () => readonly EventPayload[] {
  const read = frameReader(recordingCodec);
  read(start);
  return () => frames.flatMap((frame) => toEvents(read(frame)));
}
const readTexts = (frames: readonly Uint8Array[]): readonly EventPayload[] => frames.flatMap((frame) => readFrame(textOf(frame)));

/** CPU time of the process in ns per report: compression runs in other threads. */
async function costOf(reports: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1_000) / reports;
}

const bytesPer = (frames: readonly Uint8Array[], reports: number) =>
  frames.reduce((sum, { length }) => sum + length + headerOf(length), 0) / reports;

/** Polls of `GET machines` per hour while the dashboard is shown. */
const POLLS_PER_HOUR = 3_600_000 / DASHBOARD_EVERY_MS;

/** Returns the bytes of an answer as the server compresses it, without its header. */
async function bytesOfAnswer(content: string | Buffer): Promise<number> {
  const app = fastify();
  await registerCompression(app);
  app.get('/', (_, reply) => reply.type('application/json').send(content));
  const { rawPayload } = await app.inject({ url: '/', headers: { 'accept-encoding': 'br, gzip' } });
  await app.close();
  return rawPayload.length;
}

/** Measures the cost of polling the newest report of every device, as JSON and as a new column frame. */
async function measurePolls(devices: number): Promise<readonly Result[]> {
  const pushes = noisyFleet(devices)().flatMap((event) => {
    if (event.kind !== 'device.stateReported') return [];
    const { shape: _shape, ...state } = event.state;
    return [{ type: 'state' as const, serial: event.serial, timestamp: new Date(event.reportedAt).toISOString(), state }];
  });
  const json = JSON.stringify({
    result: Object.fromEntries(pushes.map(({ serial, timestamp, state }) => [serial, { state, timestamp, is_live: true }])),
  });
  const writer = rowWriter(recordingCodec);
  const frame = columnFrame(true);
  for (const push of pushes) {
    const row = writer.row(push, Date.parse(push.timestamp));
    if (row !== null) writer.add(frame, row, false);
  }
  const answers = [
    ['compressed JSON', await bytesOfAnswer(json)],
    ['compressed columns', await bytesOfAnswer(Buffer.from(frame.done()))],
  ] as const;
  return answers.flatMap(([name, bytes]) => [
    { what: `  an answer of GET machines: ${name}`, value: bytes / 1_000, unit: 'kB' },
    { what: '  an hour of them, every 3 s', value: (bytes * POLLS_PER_HOUR) / 1e6, unit: 'MB' },
  ]);
}

async function measureFleet(devices: number): Promise<readonly Result[]> {
  const fleet = batchesOf(devices);
  const [json, columns] = [send(fleet, 'list').frames, send(fleet, 'columns')];
  const deflated = await throughOne(createDeflateRaw(), json);
  const events = readTexts(json);
  if (JSON.stringify(readColumns(columns.start, columns.frames)()) !== JSON.stringify(events))
    throw new Error('the frames say different things');
  const reports = events.length;
  const costs = new Map<string, number>();
  const note = (name: string, cost: number) => costs.set(name, Math.min(costs.get(name) ?? Infinity, cost));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, format] of [
      ['json', 'list'],
      ['columns', 'columns'],
    ] as const)
      note(`${name} out`, (send(fleet, format).microseconds * 1_000) / reports);
    note('deflate', await costOf(reports, () => throughOne(createDeflateRaw(), json)));
    note('columns in', await costOf(reports, readColumns(columns.start, columns.frames)));
    note('json in', await costOf(reports, () => readTexts(json)));
    note('inflate', await costOf(reports, () => throughOne(createInflateRaw(), deflated)));
  }
  const of = (name: string) => costs.get(name) ?? NaN;
  const name = `${devices.toLocaleString('en')} devices`;
  const [bytes, jsonBytes, deflatedBytes] = [columns.frames, json, deflated].map((frames) => bytesPer(frames, reports));
  return [
    measured(`column frames, ${name}: bytes per report`, bytes ?? NaN, budgets.wireBytes),
    measured('  CPU to encode / JSON', of('columns out') / of('json out'), budgets.wireCpu),
    measured('  CPU to decode / JSON', of('columns in') / of('json in'), budgets.wireCpu),
    { what: '  JSON: bytes per report', value: jsonBytes ?? NaN, unit: 'B' },
    { what: '  JSON with permessage-deflate: bytes per report', value: deflatedBytes ?? NaN, unit: 'B' },
    { what: '  CPU to encode it / JSON', value: (of('json out') + of('deflate')) / of('json out'), unit: 'x' },
    { what: '  CPU to decode it / JSON', value: (of('json in') + of('inflate')) / of('json in'), unit: 'x' },
    { what: '  JSON: CPU to encode a report', value: of('json out'), unit: 'ns' },
    { what: '  JSON: CPU to decode a report', value: of('json in'), unit: 'ns' },
    { what: '  an hour, one report a second each: column frames', value: (bytes ?? NaN) * devices * MB_PER_HOUR, unit: 'MB' },
    { what: '  the same as JSON', value: (jsonBytes ?? NaN) * devices * MB_PER_HOUR, unit: 'MB' },
  ];
}

/** Measures fleets of 24, 500 and 10,000 devices. */
export async function wireBench(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const devices of [24, 500, 10_000]) results.push(...(await measureFleet(devices)), ...(await measurePolls(devices)));
  return results;
}
