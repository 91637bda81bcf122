/** `ByteWriter` and `ByteReader` of integers of variable length and other values, and the error `DamagedRecording`. */

/** Largest length of a column or text that is read, in bytes: a damaged length must not allocate all memory of the machine. */
const MAX_LENGTH = 1 << 28;
/** Largest number on which bit operations work. */
export const MAX_BITS = 0x7fffffff;

/** A recording that cannot be read, with a one-line reason for people. */
export class DamagedRecording extends Error {}

/** A piece of memory that pieces share: a view for each would cost more than writing it. */
export interface Piece {
  memory: Uint8Array;
  start: number;
  end: number;
}

/** Pieces up to this length are copied byte by byte, in a third of the time that a call for each takes. */
const SHORT_PIECE = 64;

function copyPiece({ memory, start, end }: Readonly<Piece>, into: Uint8Array, at: number): void {
  if (end - start > SHORT_PIECE) into.set(memory.subarray(start, end), at);
  else for (let index = start; index < end; index += 1) into[at + index - start] = memory[index] ?? 0;
}

/** Appends numbers and bytes to a buffer that grows. */
export interface ByteWriter {
  /** Writes an integer 0 ≤ n ≤ 2^53 in groups of seven bits, the lowest first. */
  readonly varint: (n: number) => void;
  /** Writes an integer |n| ≤ 2^52, small magnitudes in few bytes. */
  readonly signed: (n: number) => void;
  readonly float: (n: number) => void;
  readonly bytes: (bytes: Uint8Array) => void;
  readonly length: () => number;
  /** Begins a piece, in new memory if half of the current memory is used, since pieces that are kept share memory, which none of them fills alone. */
  readonly begin: () => void;
  /** Notes where the piece is, in memory that later bytes do not change. */
  readonly piece: (place: Piece) => void;
  /** Appends a piece of another writer. */
  readonly copy: (piece: Readonly<Piece>) => void;
  /** The bytes so far; a copy. */
  readonly done: () => Uint8Array<ArrayBuffer>;
  /** The bytes so far, in place: for who copies them before anything else is written. */
  readonly view: () => Uint8Array<ArrayBuffer>;
  /** Begins anew in the same memory: new memory is first filled with zeros, which takes about as long as writing it. */
  readonly clear: () => void;
}

/** Longest varint, in bytes. */
const VARINT_BYTES = 8;

/** Writes an integer 0 ≤ n ≤ 2^53 into memory with room for `VARINT_BYTES`; returns where it ends. */
function putVarint(memory: Uint8Array, at: number, n: number): number {
  let end = at;
  let rest = n;
  // Bit operations are limited to 32 bits.
  while (rest > MAX_BITS) {
    memory[end++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  while (rest > 127) {
    memory[end++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  memory[end++] = rest;
  return end;
}

/** Creates a writer with room for `capacity` bytes at first. */
export function byteWriter(capacity = 64): ByteWriter {
  let buffer = new Uint8Array(capacity);
  // Most columns have no eight-byte numbers, and creating a view takes longer than writing a short column.
  let view: DataView | undefined;
  let end = 0;
  let start = 0;
  const reserve = (count: number) => {
    if (end + count <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, end + count));
    larger.set(buffer.subarray(0, end));
    buffer = larger;
    view = undefined;
  };
  const varint = (n: number) => {
    reserve(VARINT_BYTES);
    end = putVarint(buffer, end, n);
  };
  return {
    varint,
    signed: (n) => varint(n < 0 ? -2 * n - 1 : 2 * n),
    float: (n) => {
      reserve(8);
      view ??= new DataView(buffer.buffer);
      view.setFloat64(end, n, true);
      end += 8;
    },
    bytes: (bytes) => {
      reserve(bytes.length);
      buffer.set(bytes, end);
      end += bytes.length;
    },
    length: () => end,
    begin: () => {
      if (end > capacity / 2) {
        buffer = new Uint8Array(capacity);
        view = new DataView(buffer.buffer);
        end = 0;
      }
      start = end;
    },
    piece: (place) => {
      place.memory = buffer;
      place.start = start;
      place.end = end;
    },
    copy: (piece) => {
      reserve(piece.end - piece.start);
      copyPiece(piece, buffer, end);
      end += piece.end - piece.start;
    },
    done: () => buffer.slice(0, end),
    view: () => buffer.subarray(0, end),
    clear: () => {
      end = 0;
    },
  };
}

/** A position in bytes, which the loops that read a column use: a function with this argument needs a third of the time of a reader. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

const cutShort = () => new DamagedRecording('The recording ends in the middle of a value.');

// Reads groups of seven bits, by multiplication, since bit operations are limited to 32 bits.
function longVarint(cursor: Cursor): number {
  let value = 0;
  let factor = 1;
  for (;;) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) throw cutShort();
    value += (byte & 127) * factor;
    if (byte < 128) return value;
    factor *= 128;
    if (factor > 2 ** 49) throw new DamagedRecording('A number of the recording is too large.');
  }
}

/** Reads what `ByteWriter.varint` wrote. Throws `DamagedRecording` at the end of the bytes. */
export function nextVarint(cursor: Cursor): number {
  const { bytes, at } = cursor;
  const first = bytes[at] ?? 255;
  if (first < 128) {
    cursor.at = at + 1;
    return first;
  }
  // Most differences between two reports of a sensor have two groups.
  const second = bytes[at + 1] ?? 255;
  if (second > 127) return longVarint(cursor);
  cursor.at = at + 2;
  return (first & 127) | (second << 7);
}

/** Reads what `ByteWriter.signed` wrote. Throws `DamagedRecording` at the end of the bytes. */
export function nextSigned(cursor: Cursor): number {
  const n = nextVarint(cursor);
  // Bit operations take a third of the time but are limited to 32 bits.
  if (n <= MAX_BITS) return (n >>> 1) ^ -(n & 1);
  return n % 2 === 1 ? -(n + 1) / 2 : n / 2;
}

/** Reads the next `count` bytes, as a view. Throws `DamagedRecording` if there are fewer. */
export function nextBytes(cursor: Cursor, count: number): Uint8Array {
  if (count > MAX_LENGTH || cursor.at + count > cursor.bytes.length) throw cutShort();
  cursor.at += count;
  return cursor.bytes.subarray(cursor.at - count, cursor.at);
}

/** Reads a number of eight bytes. Throws `DamagedRecording` at the end of the bytes. */
export function nextFloat(cursor: Cursor): number {
  const bytes = nextBytes(cursor, 8);
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true);
}

/** Reads what a `ByteWriter` wrote. Every function throws `DamagedRecording` at the end of the bytes. */
export interface ByteReader {
  readonly varint: () => number;
  readonly signed: () => number;
  readonly float: () => number;
  /** A view on the next `count` bytes. */
  readonly bytes: (count: number) => Uint8Array;
}

/** Creates a reader of these bytes. */
export function byteReader(bytes: Uint8Array): ByteReader {
  const cursor: Cursor = { bytes, at: 0 };
  return {
    varint: () => nextVarint(cursor),
    signed: () => nextSigned(cursor),
    float: () => nextFloat(cursor),
    bytes: (count) => nextBytes(cursor, count),
  };
}

/** Writes a length and that many bytes. */
export function writePart(into: ByteWriter, bytes: Uint8Array): void {
  into.varint(bytes.length);
  into.bytes(bytes);
}

/** Reads what `writePart` wrote, as a separate reader. */
export const readPart = (from: ByteReader): ByteReader => byteReader(from.bytes(from.varint()));

/** The bytes that `writePart` wrote, as a column. */
export const readColumn = (from: ByteReader): Cursor => ({ bytes: from.bytes(from.varint()), at: 0 });
