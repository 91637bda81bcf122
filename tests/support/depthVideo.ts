import type { Buffer } from 'node:buffer';

/**
 * A decoded depth video. File format (`.dat`), all numbers little-endian: a header of 24 bytes with `ODV1`; width, height, number of frames, frames per
 * second (uint16 each); time of the first frame, ms since epoch (float64); millimetres per unit (uint16); two zero bytes. Then the frames, each row by row
 * from the top, one uint16 per pixel: the distance, 0 where there is none.
 */
export interface DepthVideo {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly perSecond: number;
  readonly startAt: number;
  /** Distances in units of `millimetres`, frame by frame. */
  readonly pixels: Uint16Array;
}

const MAGIC = 'ODV1';
const HEADER_BYTES = 24;

/** Decodes a depth video. Throws for any other file. */
export function readDepth(bytes: Buffer): DepthVideo {
  if (bytes.length < HEADER_BYTES || bytes.subarray(0, 4).toString('latin1') !== MAGIC) throw new Error('this is no depth video');
  const [width = 0, height = 0, frames = 0, perSecond = 0] = [4, 6, 8, 10].map((at) => bytes.readUInt16LE(at));
  const count = width * height * frames;
  if (bytes.length !== HEADER_BYTES + count * 2) throw new Error('the depth video is cut off');
  const pixels = Uint16Array.from({ length: count }, (_, index) => bytes.readUInt16LE(HEADER_BYTES + index * 2));
  return { width, height, frames, perSecond, startAt: bytes.readDoubleLE(12), pixels };
}

/** Returns the share of pixels that have a distance, 0..1. */
export function echoRatio({ pixels }: DepthVideo): number {
  return pixels.length === 0 ? 0 : pixels.reduce((sum, pixel) => sum + (pixel > 0 ? 1 : 0), 0) / pixels.length;
}
