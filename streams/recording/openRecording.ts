import { crc32, frameAt, unframeBlock, type BlockSummary } from './blockFrame.ts';
import { DamagedRecording } from './bytes.ts';
import type { RecordingCodec, TextCodec } from './codec.ts';
import { readBlock, type EventBlock } from './eventBlock.ts';
import { END_MAGIC, HEAD_LENGTH, MAGIC, scannedBlocks, TAIL_LENGTH, type PlacedBlock } from './recordingFile.ts';
import { readInfo, type RecordingInfo } from './recordingInfo.ts';

/** Bytes that can be read in part: a file, a `Blob`, or a buffer. */
export interface ByteSource {
  readonly length: number;
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
}

/** An opened recording. */
export interface Recording {
  readonly info: RecordingInfo;
  readonly blocks: readonly PlacedBlock[];
  /** Description of the damage of a file, on one line; null if the file has its index. */
  readonly damage: string | null;
  /** Reads a block. Rejects with `DamagedRecording` for a block that was changed, or that does not match the index. */
  readonly block: (placed: PlacedBlock) => Promise<EventBlock>;
}

/** Maximum length of info and index, in bytes. */
const MAX_JSON_LENGTH = 1 << 24;
/** The last instant that a `Date` can hold, ms since epoch. */
export const MAX_INSTANT = 8.64e15;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const startsWith = (bytes: Uint8Array, text: string) => text.split('').every((letter, index) => bytes[index] === letter.charCodeAt(0));

/**
 * Opens a `.orangery` file. Rejects with `DamagedRecording` for a file of another kind or of a newer version; a truncated file is opened up
 * to its last complete block.
 */
export async function openRecording(source: ByteSource, codec: RecordingCodec): Promise<Recording> {
  const { info, end } = await readHeader(source, codec);
  const indexed = await readIndex(source, end, codec);
  const blocks = (indexed ?? scannedBlocks(await source.read(0, source.length), end)).filter(isPossible);
  if (blocks.length === 0) throw new DamagedRecording('The recording holds no whole block.');
  if (blocks.some(({ firstAt }, index) => firstAt < (blocks[index - 1]?.firstAt ?? firstAt)))
    throw new DamagedRecording('The blocks of the recording are in no order of time.');
  return {
    info,
    blocks,
    damage: indexed === null ? 'The end of the recording is missing or damaged; it shows what could be read.' : null,
    block: (placed) => readPlaced(source, placed, codec),
  };
}

async function readHeader(source: ByteSource, codec: TextCodec): Promise<{ readonly info: RecordingInfo; readonly end: number }> {
  const head = await source.read(0, Math.min(HEAD_LENGTH, source.length));
  if (head.length < HEAD_LENGTH || !startsWith(head, MAGIC)) throw new DamagedRecording('This file is no recording.');
  const length = viewOf(head).getUint32(9, true);
  const end = HEAD_LENGTH + length;
  if (length > MAX_JSON_LENGTH || end > source.length) throw new DamagedRecording('The recording is cut off in its header.');
  return { info: readInfo(jsonOf(await source.read(HEAD_LENGTH, end), codec), head[8] ?? 0), end };
}

function jsonOf(bytes: Uint8Array, codec: TextCodec): unknown {
  try {
    return JSON.parse(codec.decode(bytes));
  } catch {
    return undefined;
  }
}

const NUMBERS = ['offset', 'length', 'firstSeq', 'count', 'firstAt', 'lastAt'] as const;

function isPlaced(entry: unknown): entry is PlacedBlock {
  if (typeof entry !== 'object' || entry === null) return false;
  const fields: { readonly [Name in (typeof NUMBERS)[number]]?: unknown } = entry;
  return NUMBERS.every((name) => Number.isFinite(fields[name]) && Number(fields[name]) >= 0);
}

const isPossible = ({ firstSeq, count, firstAt, lastAt }: BlockSummary) =>
  Number.isSafeInteger(firstSeq) && firstSeq >= 0 && count > 0 && firstAt >= 0 && firstAt <= lastAt && lastAt <= MAX_INSTANT;

async function readIndex(source: ByteSource, from: number, codec: TextCodec): Promise<readonly PlacedBlock[] | null> {
  const end = source.length - TAIL_LENGTH;
  if (end < from) return null;
  const tail = await source.read(end, source.length);
  const length = viewOf(tail).getUint32(4, true);
  if (!startsWith(tail.subarray(8), END_MAGIC) || length > MAX_JSON_LENGTH || end - length < from) return null;
  const json = await source.read(end - length, end);
  const blocks = crc32(json) === viewOf(tail).getUint32(0, true) ? jsonOf(json, codec) : null;
  return Array.isArray(blocks) && blocks.every((entry) => isPlaced(entry) && entry.offset + entry.length <= source.length) ? blocks : null;
}

const isSame = (a: BlockSummary, b: BlockSummary) =>
  a.firstSeq === b.firstSeq && a.count === b.count && a.firstAt === b.firstAt && a.lastAt === b.lastAt;

/** Returns whether the events match the summary in number and instants and are sorted by time. */
function matchesSummary(block: EventBlock, { count, firstAt, lastAt }: BlockSummary): boolean {
  if (block.count !== count || block.atOf(0) !== firstAt || block.atOf(count - 1) !== lastAt) return false;
  for (let index = 1; index < count; index += 1) if (block.atOf(index) < block.atOf(index - 1)) return false;
  return true;
}

async function readPlaced(source: ByteSource, placed: PlacedBlock, codec: RecordingCodec): Promise<EventBlock> {
  const frame = await source.read(placed.offset, placed.offset + placed.length);
  const raw = await unframeBlock(frame, codec);
  const block = readBlock(raw, codec);
  const summary = frameAt(frame, 0)?.summary;
  if (summary === undefined || !isSame(summary, placed) || !matchesSummary(block, placed) || block.keyframe === null)
    throw new DamagedRecording('A block of the recording is not what it says.');
  return block;
}
