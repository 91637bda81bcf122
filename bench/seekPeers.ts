/** The other formats of `seek`: lines of JSON and MCAP, each with its writer and its newest report per device at an instant. */

import { McapIndexedReader, McapWriter } from '@mcap/core';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { EventOf, FleetEvent } from '#streams/event';

type Report = EventOf<'device.stateReported'>;

/** The newest report of each device at an instant. */
export type Newest = ReadonlyMap<string, Report>;

/** A recording in another format. */
export interface SeekPeer {
  readonly bytes: number;
  /** The newest report of every device up to an instant, ms since epoch. */
  readonly seek: (at: number) => Promise<Newest>;
}

/** Writes a log in the formats of the peers. */
export interface PeerWriter {
  readonly push: (events: readonly FleetEvent[]) => Promise<void>;
  readonly done: () => Promise<readonly (readonly [name: string, peer: SeekPeer])[]>;
}

/** Lines per compressed part: about as many as a block of the console has events. */
const LINES = 4_096;

/** The parts at or before an instant, the newest first. */
function* partsBefore<Part extends { readonly firstAt: number }>(parts: readonly Part[], at: number): Generator<Part> {
  for (let index = parts.findLastIndex(({ firstAt }) => firstAt <= at); index >= 0; index -= 1) {
    const part = parts[index];
    if (part !== undefined) yield part;
  }
}

/** Lines of JSON, compressed in parts with an index by time. */
export function linesPeer(devices: number): PeerWriter {
  const parts: { readonly firstAt: number; readonly bytes: Uint8Array }[] = [];
  let lines: FleetEvent[] = [];
  const flush = () => {
    const [first] = lines;
    if (first !== undefined) parts.push({ firstAt: first.at, bytes: gzipSync(lines.map((event) => JSON.stringify(event)).join('\n')) });
    lines = [];
  };
  const seek = async (at: number): Promise<Newest> => {
    const newest = new Map<string, Report>();
    for (const { bytes } of partsBefore(parts, at)) {
      const inPart = new Map<string, Report>();
      for (const line of gunzipSync(bytes).toString().split('\n')) {
        const event: FleetEvent = JSON.parse(line);
        if (event.at > at) break;
        if (event.kind === 'device.stateReported') inPart.set(event.serial, event);
      }
      for (const [serial, event] of inPart) if (!newest.has(serial)) newest.set(serial, event);
      if (newest.size === devices) break;
    }
    return newest;
  };
  return {
    push: async (events) => {
      lines.push(...events);
      if (lines.length >= LINES) flush();
    },
    done: async () => {
      flush();
      return [['NDJSON + gzip with an index', { bytes: parts.reduce((sum, { bytes }) => sum + bytes.length, 0), seek }]];
    },
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const timeOf = (at: number) => BigInt(at) * 1_000_000n;

/** The reader of a finished file with its index in memory. */
async function indexedReader(file: Uint8Array): Promise<McapIndexedReader> {
  return McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(file.length),
      read: async (offset, size) => file.subarray(Number(offset), Number(offset + size)),
    },
    decompressHandlers: { zstd: (bytes) => zstdDecompressSync(bytes) },
    messageIndexCacheSizeBytes: 1 << 28,
  });
}

function mcapSeeks(reader: McapIndexedReader, devices: number) {
  const read = (message: { readonly data: Uint8Array }): Report => JSON.parse(decoder.decode(message.data));
  const topics = [...reader.channelsById.values()].map(({ topic }) => topic);
  const shared = async (at: number): Promise<Newest> => {
    const newest = new Map<number, Report>();
    for await (const message of reader.readMessages({ endTime: timeOf(at), reverse: true, validateCrcs: false })) {
      if (!newest.has(message.channelId)) newest.set(message.channelId, read(message));
      if (newest.size === devices) break;
    }
    return new Map([...newest.values()].map((report) => [report.serial, report]));
  };
  const perTopic = async (at: number): Promise<Newest> => {
    const newest = new Map<string, Report>();
    for (const topic of topics) {
      const messages = reader.readMessages({ topics: [topic], endTime: timeOf(at), reverse: true, validateCrcs: false });
      const { value } = await messages.next();
      await messages.return();
      if (value !== undefined) newest.set(topic, read(value));
    }
    return newest;
  };
  return { shared, perTopic };
}

/** MCAP with a channel per device, chunks and their index. */
export async function mcapPeer(devices: number): Promise<PeerWriter> {
  const written: Uint8Array[] = [];
  let position = 0;
  const writable = {
    position: () => BigInt(position),
    write: async (bytes: Uint8Array) => {
      written.push(bytes.slice());
      position += bytes.length;
    },
  };
  const compressChunk = (bytes: Uint8Array) => ({ compression: 'zstd', compressedData: new Uint8Array(zstdCompressSync(bytes)) });
  const writer = new McapWriter({ writable, compressChunk });
  await writer.start({ profile: '', library: 'bench' });
  const channels = new Map<string, number>();
  const channelOf = async (topic: string): Promise<number> => {
    const known = channels.get(topic);
    if (known !== undefined) return known;
    const id = await writer.registerChannel({ topic, schemaId: 0, messageEncoding: 'json', metadata: new Map() });
    channels.set(topic, id);
    return id;
  };
  return {
    push: async (events) => {
      for (const event of events) {
        if (event.kind !== 'device.stateReported') continue;
        const logTime = timeOf(event.at);
        const data = encoder.encode(JSON.stringify(event));
        await writer.addMessage({ channelId: await channelOf(event.serial), sequence: event.seq, logTime, publishTime: logTime, data });
      }
    },
    done: async () => {
      await writer.end();
      const file = new Uint8Array(Buffer.concat(written));
      const { shared, perTopic } = mcapSeeks(await indexedReader(file), devices);
      return [
        ['MCAP + zstd, one backward reading of all topics', { bytes: file.length, seek: shared }],
        ['MCAP + zstd, one backward reading per topic', { bytes: file.length, seek: perTopic }],
      ];
    },
  };
}
