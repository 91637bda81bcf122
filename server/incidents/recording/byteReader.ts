/** Reads the bytes of a stream in order, a requested number at a time. */

import { Buffer } from 'node:buffer';

/** Thrown if a file ends in the middle of one of its parts. */
export class TruncatedFile extends Error {}

/** The reader of a stream's bytes, in order. It buffers the bytes of one `read`, and one chunk of the stream. */
export interface StreamReader {
  /** Returns the number of bytes read or skipped. */
  readonly offset: () => number;
  /** Returns whether all bytes have been read. */
  readonly isAtEnd: () => Promise<boolean>;
  /** Returns the next bytes without consuming them; fewer at the end. */
  readonly peek: (count: number) => Promise<Buffer>;
  /** Returns the next bytes. Throws `TruncatedFile` if there are fewer. */
  readonly read: (count: number) => Promise<Buffer>;
  /** Skips bytes. Throws `TruncatedFile` if there are fewer. */
  readonly skip: (count: number) => Promise<void>;
  /** Yields the remaining bytes. */
  readonly rest: () => AsyncGenerator<Buffer>;
}

/** Creates a reader of the chunks of a stream. */
export function streamReader(source: AsyncIterable<Uint8Array>): StreamReader {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let offset = 0;
  const next = async (): Promise<Buffer | null> => {
    const { done, value } = await pieces.next();
    return done === true ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  };
  /** Buffers at least `count` bytes; returns false if the input ends before that. */
  const fill = async (count: number): Promise<boolean> => {
    if (held.length >= count) return true;
    const parts = [held];
    let length = held.length;
    while (length < count) {
      const piece = await next();
      if (piece === null) break;
      parts.push(piece);
      length += piece.length;
    }
    held = Buffer.concat(parts);
    return length >= count;
  };
  const take = (count: number) => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    offset += count;
    return taken;
  };
  return {
    offset: () => offset,
    isAtEnd: async () => !(await fill(1)),
    peek: async (count) => {
      await fill(count);
      return held.subarray(0, count);
    },
    read: async (count) => {
      if (held.length < count && !(await fill(count))) throw new TruncatedFile('the file ends within a part of it');
      return take(count);
    },
    skip: async (count) => {
      for (let left = count; left > 0;) {
        if (held.length === 0) held = (await next()) ?? held;
        if (held.length === 0) throw new TruncatedFile('the file ends within a part of it');
        left -= take(Math.min(left, held.length)).length;
      }
    },
    rest: async function* () {
      if (held.length > 0) yield take(held.length);
      for (let piece = await next(); piece !== null; piece = await next()) {
        offset += piece.length;
        yield piece;
      }
    },
  };
}
