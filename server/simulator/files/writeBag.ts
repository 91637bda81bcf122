import { Buffer } from 'node:buffer';
import { rosTime, rosTypes } from './rosTypes.ts';

/** A message of a bag: `at` in ms since epoch, `body` serialised as its ROS type. */
export interface BagMessage {
  readonly topic: string;
  readonly kind: keyof typeof rosTypes;
  readonly at: number;
  readonly body: Buffer;
}

// ROS 1 bag format, version 2.0 (wiki.ros.org/Bags/Format/2.0): a header of 4,096 bytes, one chunk of messages, the index of the chunk, and a summary at the
// end.
const MAGIC = '#ROSBAG V2.0\n';
const HEADER_BYTES = 4_096;
const OP = { message: 2, header: 3, index: 4, chunk: 5, chunkInfo: 6, connection: 7 } as const;

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const sized = (bytes: Buffer) => Buffer.concat([u32(bytes.length), bytes]);
const field = (name: string, value: Buffer) => sized(Buffer.concat([Buffer.from(`${name}=`), value]));
const fields = (values: Readonly<Record<string, Buffer>>) =>
  Buffer.concat(Object.entries(values).map(([name, value]) => field(name, value)));
const record = (op: number, header: Readonly<Record<string, Buffer>>, data: Buffer) =>
  Buffer.concat([sized(fields({ op: Buffer.from([op]), ...header })), sized(data)]);

function headerRecord(indexAt: number, connections: number): Buffer {
  const values = { op: Buffer.from([OP.header]), index_pos: u64(indexAt), conn_count: u32(connections), chunk_count: u32(1) };
  const header = sized(fields(values));
  const padding = HEADER_BYTES - header.length - 4;
  return Buffer.concat([header, sized(Buffer.alloc(padding, ' '))]);
}

function connectionRecord(id: number, { topic, kind }: BagMessage): Buffer {
  const { type, md5sum, definition } = rosTypes[kind];
  const values = { topic, type, md5sum, message_definition: definition };
  const data = fields(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Buffer.from(value)])));
  return record(OP.connection, { conn: u32(id), topic: Buffer.from(topic) }, data);
}

/** Writes messages as one ROS 1 bag, sorted by time. */
export function writeBag(messages: readonly BagMessage[]): Buffer {
  const sorted = messages.toSorted((one, other) => one.at - other.at);
  const firstOf = new Map<string, BagMessage>();
  for (const message of sorted) if (!firstOf.has(message.topic)) firstOf.set(message.topic, message);
  const ids = new Map([...firstOf.keys()].map((topic, id) => [topic, id]));
  const idOf = (topic: string) => ids.get(topic) ?? 0;
  const connections = [...firstOf].map(([topic, message]) => connectionRecord(idOf(topic), message));

  const parts = [...connections];
  let length = connections.reduce((sum, one) => sum + one.length, 0);
  const places = new Map<number, Buffer[]>();
  for (const { topic, at, body } of sorted) {
    const [conn, time] = [idOf(topic), rosTime(at)];
    const one = record(OP.message, { conn: u32(conn), time }, body);
    places.set(conn, [...(places.get(conn) ?? []), Buffer.concat([time, u32(length)])]);
    parts.push(one);
    length += one.length;
  }
  const chunk = record(OP.chunk, { compression: Buffer.from('none'), size: u32(length) }, Buffer.concat(parts));
  const index = [...places].map(([conn, of]) =>
    record(OP.index, { ver: u32(1), conn: u32(conn), count: u32(of.length) }, Buffer.concat(of)),
  );

  const chunkAt = MAGIC.length + HEADER_BYTES;
  const indexAt = [chunk, ...index].reduce((sum, one) => sum + one.length, chunkAt);
  const counts = Buffer.concat([...places].map(([conn, of]) => Buffer.concat([u32(conn), u32(of.length)])));
  const times = { start_time: rosTime(sorted[0]?.at ?? 0), end_time: rosTime(sorted.at(-1)?.at ?? 0) };
  const info = record(OP.chunkInfo, { ver: u32(1), chunk_pos: u64(chunkAt), ...times, count: u32(places.size) }, counts);
  return Buffer.concat([Buffer.from(MAGIC), headerRecord(indexAt, connections.length), chunk, ...index, ...connections, info]);
}
