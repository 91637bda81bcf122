/** Readers of the fields of serialised messages: ROS 1, ROS 2 (CDR), Protocol Buffers. */

import type { Buffer } from 'node:buffer';

/** The reader of the fields of one serialised message, in order. It throws `RangeError` beyond the message's end. */
export interface FieldReader {
  readonly u8: () => number;
  readonly u32: () => number;
  readonly text: () => string;
  /** Reads seconds and nanoseconds, and returns them in ms since epoch. */
  readonly time: () => number;
  readonly bytes: () => Buffer;
}

/** Creates the reader of a message in the serialisation of ROS 1: little-endian, without alignment. Source: wiki.ros.org/msg. */
export function ros1Fields(body: Buffer): FieldReader {
  let at = 0;
  const step = (count: number) => {
    if (at + count > body.length) throw new RangeError('the message ends too early');
    at += count;
    return at - count;
  };
  const u32 = () => body.readUInt32LE(step(4));
  const bytes = () => {
    const length = u32();
    const from = step(length);
    return body.subarray(from, from + length);
  };
  return {
    u8: () => body.readUInt8(step(1)),
    u32,
    bytes,
    text: () => bytes().toString('utf8'),
    time: () => u32() * 1_000 + u32() / 1e6,
  };
}

/** A ROS 2 message begins with this many bytes, which identify its representation. */
const ENCAPSULATION_BYTES = 4;

/**
 * Creates the reader of a message in the serialisation of ROS 2 (CDR): numbers aligned by their size, texts terminated by a zero byte. Source: OMG DDS-XTypes,
 * 7.4.
 */
export function cdrFields(body: Buffer): FieldReader {
  const isLittle = (body.readUInt8(1) & 1) === 1;
  const fields = body.subarray(ENCAPSULATION_BYTES);
  let at = 0;
  const step = (count: number, alignment: number) => {
    at += (alignment - (at % alignment)) % alignment;
    if (at + count > fields.length) throw new RangeError('the message ends too early');
    at += count;
    return at - count;
  };
  const u32 = () => (isLittle ? fields.readUInt32LE(step(4, 4)) : fields.readUInt32BE(step(4, 4)));
  const bytes = () => {
    const length = u32();
    const from = step(length, 1);
    return fields.subarray(from, from + length);
  };
  return {
    u8: () => fields.readUInt8(step(1, 1)),
    u32,
    bytes,
    text: () => {
      const text = bytes();
      return text.subarray(0, text.at(-1) === 0 ? -1 : text.length).toString('utf8');
    },
    time: () => u32() * 1_000 + u32() / 1e6,
  };
}

/** A field of a Protocol Buffers message: a number, or bytes. */
type ProtobufField = bigint | Buffer;

function varint(body: Buffer, from: number): { readonly value: bigint; readonly next: number } {
  let value = 0n;
  for (let at = from; at < from + 10; at += 1) {
    const byte = body.readUInt8(at);
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return { value, next: at + 1 };
  }
  throw new RangeError('a number of the message has no end');
}

/** Returns the fields of a Protocol Buffers message by their numbers; of a repeated field the last value. Source: protobuf.dev, Encoding. */
export function protobufFields(body: Buffer): ReadonlyMap<number, ProtobufField> {
  const found = new Map<number, ProtobufField>();
  for (let at = 0; at < body.length;) {
    const tag = varint(body, at);
    const [field, wire] = [Number(tag.value >> 3n), Number(tag.value & 7n)];
    at = tag.next;
    if (wire === 0) {
      const { value, next } = varint(body, at);
      found.set(field, value);
      at = next;
    } else if (wire === 1) {
      found.set(field, body.readBigUInt64LE(at));
      at += 8;
    } else if (wire === 5) {
      found.set(field, BigInt(body.readUInt32LE(at)));
      at += 4;
    } else if (wire === 2) {
      const { value, next } = varint(body, at);
      const end = next + Number(value);
      if (end > body.length) throw new RangeError('the message ends too early');
      found.set(field, body.subarray(next, end));
      at = end;
    } else throw new RangeError('the message is of another encoding');
  }
  return found;
}
