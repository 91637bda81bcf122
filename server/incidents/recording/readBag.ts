import { Buffer } from 'node:buffer';
import Bzip2 from '@foxglove/wasm-bz2';
import decompressLz4 from '@foxglove/wasm-lz4';
import { type StreamReader, streamReader } from './byteReader.ts';
import { type MessageReceiver, partSize, type RecordedTopic, Unreadable } from './recordedMessage.ts';

/** The beginning of every bag of version 2.0. */
export const BAG_MAGIC = '#ROSBAG V2.0\n';

const OP = { message: 2, chunk: 5, connection: 7 } as const;
/** Maximum size of messages that precede their connection record and are kept until it is read, in bytes; messages beyond that are lost. */
const MAX_EARLY_BYTES = 32 * 1024 * 1024;

type Fields = ReadonlyMap<string, Buffer>;

function fieldsOf(bytes: Buffer): Fields {
  const found = new Map<string, Buffer>();
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    const field = bytes.subarray(at + 4, end);
    const mark = field.indexOf('=');
    if (end > bytes.length || mark < 1) throw new Unreadable('the recording is damaged: a field of the bag has no name');
    found.set(field.subarray(0, mark).toString('latin1'), field.subarray(mark + 1));
    at = end;
  }
  return found;
}

const textOf = (fields: Fields, name: string) => fields.get(name)?.toString('utf8') ?? '';
const numberOf = (fields: Fields, name: string) => fields.get(name)?.readUInt32LE() ?? -1;
/** Returns a ROS time (seconds and nanoseconds) in ms since epoch; 0 if it is missing. */
const msOf = (time: Buffer | undefined) => (time === undefined ? 0 : time.readUInt32LE(0) * 1_000 + time.readUInt32LE(4) / 1e6);

async function unpackedChunk(header: Fields, data: Buffer, bzip2: () => Promise<Bzip2>): Promise<Buffer> {
  const size = partSize(numberOf(header, 'size'));
  const compression = textOf(header, 'compression');
  if (compression === 'lz4') {
    await decompressLz4.isLoaded;
    return decompressLz4(data, size);
  }
  if (compression === 'bz2') return Buffer.from((await bzip2()).decompress(data, size));
  throw new Unreadable(`the recording is compressed by "${compression}": none, lz4 and bz2 are read`);
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

interface Early {
  readonly connection: number;
  readonly at: number;
  readonly body: Buffer;
}

/** Reads the records of a ROS 1 bag after its first line, one after another. Source: wiki.ros.org/Bags/Format/2.0. */
export async function readBag(reader: StreamReader, taker: MessageReceiver): Promise<void> {
  const topics = new Map<number, RecordedTopic>();
  let early: Early[] = [];
  let earlyBytes = 0;
  let loaded: Promise<Bzip2> | undefined;
  const bzip2 = () => (loaded ??= Bzip2.init());

  const noteConnection = async (header: Fields, data: Fields) => {
    const id = numberOf(header, 'conn');
    // The name in the data is the name before a remapping, if there was one.
    const topic = { topic: textOf(header, 'topic') || textOf(data, 'topic'), type: textOf(data, 'type'), encoding: 'ros1' };
    topics.set(id, topic);
    const [own, others] = [early.filter((one) => one.connection === id), early.filter((one) => one.connection !== id)];
    early = others;
    for (const { at, body } of own) await taker.receive(topic, at, taker.wants(topic) ? body : null);
  };
  const takeMessage = async (from: StreamReader, header: Fields, length: number) => {
    const [connection, at] = [numberOf(header, 'conn'), msOf(header.get('time'))];
    const topic = topics.get(connection);
    const isWanted = topic === undefined ? earlyBytes + length <= MAX_EARLY_BYTES : taker.wants(topic);
    const body = isWanted ? await from.read(partSize(length)) : null;
    if (body === null) await from.skip(length);
    if (topic !== undefined) return taker.receive(topic, at, body);
    if (body === null) return;
    early.push({ connection, at, body: Buffer.from(body) });
    earlyBytes += length;
  };
  const takeRecords = async (from: StreamReader, end: number): Promise<void> => {
    while (from.offset() < end && !(await from.isAtEnd())) {
      const header = fieldsOf(await from.read(partSize((await from.read(4)).readUInt32LE())));
      const length = (await from.read(4)).readUInt32LE();
      const op = header.get('op')?.[0];
      if (op === OP.message) await takeMessage(from, header, length);
      else if (op === OP.connection) await noteConnection(header, fieldsOf(await from.read(partSize(length))));
      else if (op !== OP.chunk) await from.skip(length);
      else if (textOf(header, 'compression') === 'none') await takeRecords(from, from.offset() + length);
      else {
        const chunk = await unpackedChunk(header, await from.read(partSize(length)), bzip2);
        await takeRecords(streamReader(onePiece(chunk)), chunk.length);
      }
    }
  };
  await takeRecords(reader, Number.POSITIVE_INFINITY);
}
