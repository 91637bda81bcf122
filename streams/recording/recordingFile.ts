import { byteWriter, DamagedRecording } from './bytes.ts';
import { frameAt, FRAME_HEADER_LENGTH, isFrameWhole, unframeBlock, type BlockSummary } from './blockFrame.ts';
import type { RecordingCodec, TextCodec } from './codec.ts';
import { crc32 } from './crc32.ts';
import { readBlock, type EventBlock } from './eventBlock.ts';

/** The version of the format that is written; older ones are upgraded when they are read. */
export const FORMAT_VERSION = 1;

/** What a recording says of itself before its first block. */
export interface RecordingInfo {
  /** Version of the console that wrote it. */
  readonly consoleVersion: string;
  /** When the file was written, ms since epoch. */
  readonly writtenAt: number;
  /** What its author says of it, '' for nothing. */
  readonly note: string;
}

/** A block and where it lies in the file, in bytes. */
export interface PlacedBlock extends BlockSummary {
  readonly offset: number;
  readonly length: number;
}

/** Bytes that can be read in part: a file, a `Blob`, or a buffer. */
export interface ByteSource {
  readonly length: number;
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
}

/** An opened recording. */
export interface Recording {
  readonly info: RecordingInfo;
  readonly blocks: readonly PlacedBlock[];
  /** What is missing of a damaged file, in one line; null for a whole one. */
  readonly damage: string | null;
  /** Rejects with `DamagedRecording` for a block that changed. */
  readonly block: (index: number) => Promise<EventBlock>;
}

const MAGIC = 'ORANGERY';
const END_MAGIC = 'YREGNARO';
/** Magic, version, and length of the info. */
const HEAD_LENGTH = 13;
/** Checksum and length of the index, and the end magic. */
const TAIL_LENGTH = 16;
/** Longest info and index that are read, in bytes. */
const MAX_JSON_LENGTH = 1 << 24;

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The begin of a file. */
export function recordingHeader(info: RecordingInfo, codec: TextCodec): Uint8Array {
  const json = codec.encode(JSON.stringify(info));
  const head = new Uint8Array(HEAD_LENGTH);
  head.set(codec.encode(MAGIC));
  head[8] = FORMAT_VERSION;
  view(head).setUint32(9, json.length, true);
  return joined([head, json]);
}

/** The end of a file: the index of its blocks. */
export function recordingFooter(blocks: readonly PlacedBlock[], codec: TextCodec): Uint8Array {
  const json = codec.encode(JSON.stringify(blocks));
  const tail = new Uint8Array(TAIL_LENGTH);
  view(tail).setUint32(0, crc32(json), true);
  view(tail).setUint32(4, json.length, true);
  tail.set(codec.encode(END_MAGIC), 8);
  return joined([json, tail]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const into = byteWriter(parts.reduce((sum, part) => sum + part.length, 0));
  for (const part of parts) into.bytes(part);
  return into.done();
}

/** A whole file of framed blocks. */
export function recordingFile(info: RecordingInfo, frames: readonly Uint8Array[], codec: TextCodec): Uint8Array {
  const header = recordingHeader(info, codec);
  const body = joined([header, ...frames]);
  return joined([body, recordingFooter(scanned(body, header.length), codec)]);
}

/** Opens a recording. Rejects with `DamagedRecording` for a file that is none, or of a newer version; a cut one is opened as far as it is whole. */
export async function openRecording(source: ByteSource, codec: RecordingCodec): Promise<Recording> {
  const { info, end } = await readHeader(source, codec);
  const indexed = await readIndex(source, end, codec);
  const blocks = indexed ?? scanned(await source.read(0, source.length), end);
  if (blocks.length === 0) throw new DamagedRecording('The recording holds no whole block.');
  return {
    info,
    blocks,
    damage: indexed === null ? 'The end of the recording is missing or damaged; it shows what could be read.' : null,
    block: async (index) => {
      const { offset, length } = blocks[index] ?? { offset: 0, length: 0 };
      return readBlock(await unframeBlock(await source.read(offset, offset + length), codec), codec);
    },
  };
}

async function readHeader(source: ByteSource, codec: TextCodec): Promise<{ readonly info: RecordingInfo; readonly end: number }> {
  const head = await source.read(0, Math.min(HEAD_LENGTH, source.length));
  if (head.length < HEAD_LENGTH || !startsWith(head, MAGIC)) throw new DamagedRecording('This file is no recording.');
  const version = head[8] ?? 0;
  if (version > FORMAT_VERSION) throw new DamagedRecording('This recording was made by a newer version of the console.');
  const length = view(head).getUint32(9, true);
  if (length > MAX_JSON_LENGTH || HEAD_LENGTH + length > source.length)
    throw new DamagedRecording('The recording is cut off in its header.');
  const info = infoIn(jsonOf(await source.read(HEAD_LENGTH, HEAD_LENGTH + length), codec));
  if (info === null) throw new DamagedRecording('The header of the recording is damaged.');
  return { info, end: HEAD_LENGTH + length };
}

const startsWith = (bytes: Uint8Array, text: string) => [...text].every((letter, index) => bytes[index] === letter.charCodeAt(0));

function jsonOf(bytes: Uint8Array, codec: TextCodec): unknown {
  try {
    return JSON.parse(codec.decode(bytes));
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function infoIn(json: unknown): RecordingInfo | null {
  if (!isFields(json)) return null;
  const { consoleVersion, writtenAt, note } = json;
  if (typeof consoleVersion !== 'string' || typeof writtenAt !== 'number' || typeof note !== 'string') return null;
  return { consoleVersion, writtenAt, note };
}

const isPlaced = (entry: unknown): entry is PlacedBlock =>
  isFields(entry) &&
  ['offset', 'length', 'firstSeq', 'count', 'firstAt', 'lastAt'].every((name) => Number.isFinite(entry[name]) && Number(entry[name]) >= 0);

async function readIndex(source: ByteSource, from: number, codec: TextCodec): Promise<readonly PlacedBlock[] | null> {
  if (source.length < from + TAIL_LENGTH) return null;
  const tail = await source.read(source.length - TAIL_LENGTH, source.length);
  const end = source.length - TAIL_LENGTH;
  const length = view(tail).getUint32(4, true);
  if (!startsWith(tail.subarray(8), END_MAGIC) || length > MAX_JSON_LENGTH || end - length < from) return null;
  const json = await source.read(end - length, end);
  const blocks = crc32(json) === view(tail).getUint32(0, true) ? jsonOf(json, codec) : null;
  const isIndex = Array.isArray(blocks) && blocks.every((entry) => isPlaced(entry) && entry.offset + entry.length <= source.length);
  return isIndex ? blocks : null;
}

/** The whole blocks of a file without an index, in order. */
function scanned(bytes: Uint8Array, from: number): readonly PlacedBlock[] {
  const found: PlacedBlock[] = [];
  let offset = from;
  while (offset + FRAME_HEADER_LENGTH <= bytes.length) {
    const frame = frameAt(bytes, offset);
    if (frame !== null && isFrameWhole(bytes.subarray(offset, offset + frame.length))) {
      found.push({ ...frame.summary, offset, length: frame.length });
      offset += frame.length;
    } else offset = nextFrame(bytes, offset + 1);
  }
  return found;
}

function nextFrame(bytes: Uint8Array, from: number): number {
  let offset = bytes.indexOf(0x42, from);
  while (offset >= 0 && frameAt(bytes, offset) === null) offset = bytes.indexOf(0x42, offset + 1);
  return offset < 0 ? bytes.length : offset;
}
