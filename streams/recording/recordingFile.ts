import { frameAt, FRAME_HEADER_LENGTH, crc32, isFrameWhole, type BlockSummary } from './blockFrame.ts';
import { byteWriter } from './bytes.ts';
import type { TextCodec } from './codec.ts';
import { FORMAT_VERSION, type RecordingInfo } from './recordingInfo.ts';

/** A block and its position in the file, in bytes. */
export interface PlacedBlock extends BlockSummary {
  readonly offset: number;
  readonly length: number;
}

/** The first and the last bytes of a file. */
export const MAGIC = 'ORANGERY';
export const END_MAGIC = 'YREGNARO';
/** Length of magic, version, and length of the info, in bytes. */
export const HEAD_LENGTH = 13;
/** Length of checksum and length of the index, and of the end magic, in bytes. */
export const TAIL_LENGTH = 16;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const into = byteWriter(parts.reduce((sum, part) => sum + part.length, 0));
  for (const part of parts) into.bytes(part);
  return into.done();
}

function headerOf(info: RecordingInfo, codec: TextCodec): Uint8Array<ArrayBuffer> {
  const json = codec.encode(JSON.stringify(info));
  const head = new Uint8Array(HEAD_LENGTH);
  head.set(codec.encode(MAGIC));
  head[8] = FORMAT_VERSION;
  viewOf(head).setUint32(9, json.length, true);
  return joined([head, json]);
}

function footerOf(blocks: readonly PlacedBlock[], codec: TextCodec): Uint8Array<ArrayBuffer> {
  const json = codec.encode(JSON.stringify(blocks));
  const tail = new Uint8Array(TAIL_LENGTH);
  viewOf(tail).setUint32(0, crc32(json), true);
  viewOf(tail).setUint32(4, json.length, true);
  tail.set(codec.encode(END_MAGIC), 8);
  return joined([json, tail]);
}

/** Writes a `.orangery` file of framed blocks, oldest first: header, blocks, index. */
export function recordingFile(info: RecordingInfo, frames: readonly Uint8Array[], codec: TextCodec): Uint8Array<ArrayBuffer> {
  const header = headerOf(info, codec);
  const placed: PlacedBlock[] = [];
  let offset = header.length;
  for (const frame of frames) {
    const found = frameAt(frame, 0);
    if (found === null) throw new Error('A recording is written of framed blocks.');
    placed.push({ ...found.summary, offset, length: frame.length });
    offset += frame.length;
  }
  return joined([header, ...frames, footerOf(placed, codec)]);
}

/** Maximum number of times that each byte is checked as part of a block: a foreign file may consist of the bytes with which blocks begin. */
const MAX_CHECKS = 4;

/** Returns the complete blocks of a file without an index, in order. */
export function scannedBlocks(bytes: Uint8Array, from: number): readonly PlacedBlock[] {
  const found: PlacedBlock[] = [];
  let [offset, checked] = [from, 0];
  while (offset + FRAME_HEADER_LENGTH <= bytes.length && checked <= MAX_CHECKS * bytes.length) {
    const frame = frameAt(bytes, offset);
    checked += frame?.length ?? 0;
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
