/** Encodes bus messages as JSON, decodes them with a schema, and splits them into parts of limited size. */

import { Buffer } from 'node:buffer';
import { z } from '#contract/schema';

/** Maximum size of a NATS message in bytes, below the server's default limit of 1 MiB. */
const MAX_BYTES = 512_000;

/** The encoding of a bus's messages between instances. */
export interface BusCodec<Message> {
  /** Encodes messages as one or more frames. */
  readonly encode: (messages: readonly Message[]) => Iterable<string>;
  /** Decodes a frame. Throws if the frame is not valid. */
  readonly decode: (frame: Uint8Array) => readonly Message[];
}

/** Splits values into arrays of at most `MAX_BYTES`; a longer value gets its own array. */
export function* withinBytes<Value>(values: readonly Value[], bytesOf: (value: Value) => number): Generator<readonly Value[]> {
  let part: Value[] = [];
  let bytes = 0;
  for (const value of values) {
    const size = bytesOf(value);
    if (part.length > 0 && bytes + size > MAX_BYTES) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(value);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** Returns the codec of messages that are written as JSON and read with their schema. */
export function jsonCodec<Message>(schema: z.ZodMiniType<Message>): BusCodec<Message> {
  const messages = z.array(schema);
  return {
    *encode(sent) {
      const texts = sent.map((one) => JSON.stringify(one));
      for (const part of withinBytes(texts, (text) => Buffer.byteLength(text) + 1)) yield `[${part.join(',')}]`;
    },
    decode: (frame) => messages.parse(JSON.parse(Buffer.from(frame).toString())),
  };
}
