/** Encodes and decodes several messages of devices as one message of the stream. */

import { Buffer } from 'node:buffer';

/** A message of a device in the stream. */
export interface StreamMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
}

const LENGTH_BYTES = 4;

/** Encodes messages of one partition as one message of the stream: length and bytes of each topic and payload in turn. */
export function encodeBatch(messages: readonly StreamMessage[]): Buffer {
  const parts = messages.flatMap(({ topic, payload }) => [Buffer.from(topic), payload]);
  const pieces = parts.flatMap((part) => {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(part.length);
    return [length, part];
  });
  return Buffer.concat(pieces);
}

/**
 * Decodes a message of the stream. If a part cannot be decoded, that part and all later ones are omitted; this should not occur, since nobody else writes to
 * the stream.
 */
export function decodeBatch(bytes: Uint8Array): readonly (StreamMessage & { readonly payload: Buffer })[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  for (let at = 0; at + LENGTH_BYTES <= buffer.length;) {
    const end = at + LENGTH_BYTES + buffer.readUInt32BE(at);
    if (end > buffer.length) break;
    parts.push(buffer.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, index) => ({
    topic: (parts[2 * index] ?? Buffer.alloc(0)).toString(),
    payload: parts[2 * index + 1] ?? Buffer.alloc(0),
  }));
}
