import { Buffer } from 'node:buffer';
import { zstdDecompressSync } from 'node:zlib';
import { McapStreamReader, type McapTypes } from '@mcap/core';
import decompressLz4 from '@foxglove/wasm-lz4';
import type { StreamReader } from './byteReader.ts';
import { MAX_PART_BYTES, type MessageReceiver, partSize, type RecordedTopic } from './recordedMessage.ts';

/** The beginning and the end of every MCAP file. */
export const MCAP_MAGIC = Buffer.from([0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]);

/** Records that are read; other records (indexes, attachments, metadata) are skipped, whatever their size. Source: mcap.dev/spec. */
const OP = { schema: 3, channel: 4, message: 5, chunk: 6, dataEnd: 15 } as const;
const READ: ReadonlySet<number> = new Set([OP.schema, OP.channel, OP.message, OP.chunk]);
const HEAD_BYTES = 9;

const unpacking = {
  lz4: (packed: Uint8Array, size: bigint) => decompressLz4(packed, partSize(size)),
  zstd: (packed: Uint8Array, size: bigint) => zstdDecompressSync(packed, { maxOutputLength: Math.max(1, partSize(size)) }),
};

/** Reads the records of an MCAP file after its first bytes, one after another, up to the end of its data section. */
export async function readMcap(reader: StreamReader, taker: MessageReceiver): Promise<void> {
  await decompressLz4.isLoaded;
  const records = new McapStreamReader({ noMagicPrefix: true, decompressHandlers: unpacking });
  const types = new Map<number, string>();
  const topics = new Map<number, RecordedTopic>();
  const noteChannel = ({ id, schemaId, topic, messageEncoding }: McapTypes.TypedMcapRecords['Channel']) =>
    topics.set(id, { topic, type: types.get(schemaId) ?? '', encoding: messageEncoding });
  const takeMessage = async ({ channelId, logTime, data }: McapTypes.TypedMcapRecords['Message']) => {
    const topic = topics.get(channelId);
    if (topic === undefined) return;
    const body = taker.wants(topic) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : null;
    await taker.receive(topic, Number(logTime / 1_000n) / 1_000, body);
  };
  while (!(await reader.isAtEnd())) {
    const head = await reader.read(HEAD_BYTES);
    const [op, size] = [head[0] ?? 0, head.readBigUInt64LE(1)];
    if (op === OP.dataEnd) return;
    if (!READ.has(op)) {
      // The size is limited to a safe integer, which no record of a valid file exceeds.
      await reader.skip(Number(size > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : size));
      continue;
    }
    const head9 = Buffer.from(head);
    records.append(head9);
    records.append(await reader.read(size > MAX_PART_BYTES ? partSize(size) : Number(size)));
    for (let record = records.nextRecord(); record !== undefined; record = records.nextRecord()) {
      if (record.type === 'Schema') types.set(record.id, record.name);
      else if (record.type === 'Channel') noteChannel(record);
      else if (record.type === 'Message') await takeMessage(record);
    }
  }
}
