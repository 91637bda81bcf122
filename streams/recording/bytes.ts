/** `ByteWriter` and `ByteReader` for integers of variable length and other values, and the error `DamagedRecording`. */

/** Maximum length of a column or text that is read, in bytes: a damaged length must not allocate all memory of the machine. */
const MAX_LENGTH = 1 << 28;
/** Largest number on which bit operations work. */
export const MAX_BITS = 0x7fffffff;

/** The error for a recording that cannot be read, with a one-line reason for people. */
export class DamagedRecording extends Error {}

/** A range of bytes in a chunk of memory that several pieces share: allocating separate memory for each would take longer than writing it. */
export interface Piece {
  memory: Uint8Array;
  start: number;
  end: number;
  /** The number of the chunk. */
  chunk: number;
}

/** Number of chunks after which memory is reused. */
const CHUNKS = 64;

/** Maximum length, in bytes, of pieces that are copied byte by byte, which takes a third of the time of a call per piece. */
const SHORT_PIECE = 64;

function copyPiece({ memory, start, end }: Omit<Piece, 'chunk'>, into: Uint8Array, at: number): void {
  if (end - start > SHORT_PIECE) into.set(memory.subarray(start, end), at);
  else for (let index = start; index < end; index += 1) into[at + index - start] = memory[index] ?? 0;
}

/** A writer that appends numbers and bytes to a growing buffer. */
export interface ByteWriter {
  /** Writes an integer 0 ≤ n ≤ 2^53 in groups of seven bits, the lowest first. */
  readonly varint: (n: number) => void;
  /** Writes an integer |n| ≤ 2^52, with fewer bytes for smaller magnitudes. */
  readonly signed: (n: number) => void;
  readonly float: (n: number) => void;
  /** Writes the length and the characters of a short ASCII text; for any other text, writes nothing and returns false. */
  readonly shortAscii: (text: string) => boolean;
  readonly bytes: (bytes: Uint8Array) => void;
  readonly length: () => number;
  /** Starts a piece, in the next chunk if half of the current one is used. */
  readonly begin: () => void;
  /** Stores the position of the piece in `place`. */
  readonly piece: (place: Piece) => void;
  /** Returns whether a piece is still in memory; after `CHUNKS` further chunks, its memory has been reused. */
  readonly holds: (piece: Readonly<Piece>) => boolean;
  /** Appends a piece of another writer. */
  readonly copy: (piece: Readonly<Piece>) => void;
  /** Returns a copy of the bytes so far. */
  readonly done: () => Uint8Array<ArrayBuffer>;
  /** Copies the bytes so far to the start of other memory. */
  readonly copyTo: (memory: Uint8Array) => void;
  /** Empties the buffer and keeps its memory: new memory would first be filled with zeros, which takes about as long as writing it. */
  readonly clear: () => void;
}

/** Maximum length of a varint, in bytes. */
const VARINT_BYTES = 8;

/** Writes an integer 0 ≤ n ≤ 2^53 into memory with room for `VARINT_BYTES`; returns the end position. */
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

/** Maximum length of ASCII texts that are written and read here: calls of the platform take five times as long for a few characters. */
export const SHORT_TEXT = 32;

/** Writes the length and the characters of a text into memory with room for them; returns the end position, or -1 for a text that is not ASCII. */
function putAscii(memory: Uint8Array, at: number, text: string): number {
  const { length } = text;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return -1;
    memory[at + 1 + index] = code;
  }
  memory[at] = length;
  return at + 1 + length;
}

function setPiece(place: Piece, { memory, start, end, chunk }: Piece): void {
  place.memory = memory;
  place.start = start;
  place.end = end;
  place.chunk = chunk;
}

/** Returns a larger copy of the first `end` bytes of a buffer, with room for at least `count` more. */
function enlarged(buffer: Uint8Array, end: number, count: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(buffer.length * 2, end + count));
  larger.set(buffer.subarray(0, end));
  return larger;
}

/** Creates the ring of the chunks of memory for pieces, which are reused in turn. `next` stores the full chunk and returns the one after it. */
function chunkRing(capacity: number) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let number = 0;
  return {
    number: () => number,
    next: (full: Uint8Array<ArrayBuffer>) => {
      chunks[number % CHUNKS] = full;
      number += 1;
      return chunks[number % CHUNKS] ?? new Uint8Array(capacity);
    },
  };
}

/** Creates a writer with an initial capacity of `capacity` bytes. */
export function byteWriter(capacity = 64): ByteWriter {
  let buffer = new Uint8Array(capacity);
  // The view is created on demand: most columns have no eight-byte numbers, and creating a view takes longer than writing a short column.
  let view: DataView | undefined;
  let end = 0;
  let start = 0;
  const ring = chunkRing(capacity);
  const reserve = (count: number) => {
    if (end + count <= buffer.length) return;
    buffer = enlarged(buffer, end, count);
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
    shortAscii: (text) => {
      if (text.length > SHORT_TEXT) return false;
      reserve(text.length + 1);
      const next = putAscii(buffer, end, text);
      if (next !== -1) end = next;
      return next !== -1;
    },
    bytes: (bytes) => {
      reserve(bytes.length);
      buffer.set(bytes, end);
      end += bytes.length;
    },
    length: () => end,
    begin: () => {
      if (end > capacity / 2) {
        buffer = ring.next(buffer);
        view = undefined;
        end = 0;
      }
      start = end;
    },
    piece: (place) => setPiece(place, { memory: buffer, start, end, chunk: ring.number() }),
    holds: (piece) => ring.number() - piece.chunk < CHUNKS,
    copy: (piece) => {
      reserve(piece.end - piece.start);
      copyPiece(piece, buffer, end);
      end += piece.end - piece.start;
    },
    done: () => buffer.slice(0, end),
    copyTo: (memory) => copyPiece({ memory: buffer, start: 0, end }, memory, 0),
    clear: () => void (end = 0),
  };
}

/** A position in bytes, for the loops that read a column: a function with this argument takes a third of the time of a reader. */
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

/** Reads an integer written by `ByteWriter.varint`. Throws `DamagedRecording` at the end of the bytes. */
export function nextVarint(cursor: Cursor): number {
  const { bytes, at } = cursor;
  const first = bytes[at] ?? 255;
  if (first < 128) {
    cursor.at = at + 1;
    return first;
  }
  // Most differences between two reports of a sensor have two groups of seven bits.
  const second = bytes[at + 1] ?? 255;
  if (second > 127) return longVarint(cursor);
  cursor.at = at + 2;
  return (first & 127) | (second << 7);
}

/** Reads an integer written by `ByteWriter.signed`. Throws `DamagedRecording` at the end of the bytes. */
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

/** A reader of the bytes of a `ByteWriter`. Every function throws `DamagedRecording` at the end of the bytes. */
export interface ByteReader {
  readonly varint: () => number;
  readonly signed: () => number;
  readonly float: () => number;
  /** Reads the next `count` bytes, as a view. */
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

/** Reads bytes written by `writePart`, as a separate reader. */
export const readPart = (from: ByteReader): ByteReader => byteReader(from.bytes(from.varint()));

/** Reads bytes written by `writePart`, as a column. */
export const readColumn = (from: ByteReader): Cursor => ({ bytes: from.bytes(from.varint()), at: 0 });
