import { Buffer } from 'node:buffer';
import { randomFromText } from '#domain/random/randomFromText';

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

/** Minimum share of pixels with a distance for frames to be combined. */
export const LEAST_ECHO = 0.5;

const MAGIC = 'ODV1';
const HEADER_BYTES = 24;
const SIZE = { width: 64, height: 48, frames: 30, perSecond: 5 } as const;
/** Share of videos with a camera blinded by a lamp. */
const GLARE = 0.1;
const HORIZON = 18;

/** Returns a generated depth video of a simulated device before an incident: approaching rails of a lane, and noise. Deterministic per incident id. */
export function filmedDepth(incidentId: string, endAt: number): Buffer {
  const random = randomFromText(`depth ${incidentId}`);
  const isBlind = random() < GLARE;
  const { width, height, frames, perSecond } = SIZE;
  const bytes = Buffer.alloc(HEADER_BYTES + frames * width * height * 2);
  bytes.write(MAGIC, 'latin1');
  for (const [index, value] of [width, height, frames, perSecond].entries()) bytes.writeUInt16LE(value, 4 + index * 2);
  bytes.writeDoubleLE(endAt - (frames * 1_000) / perSecond, 12);
  bytes.writeUInt16LE(1, 20);
  let at = HEADER_BYTES;
  for (let frame = 0; frame < frames; frame += 1) {
    for (let pixel = 0; pixel < width * height; pixel += 1, at += 2) {
      const noise = random();
      const hasEcho = noise > (isBlind ? 0.8 : 0.06);
      bytes.writeUInt16LE(hasEcho ? distance(pixel % width, Math.floor(pixel / width), frame, noise) : 0, at);
    }
  }
  return bytes;
}

/** Returns the distance in millimetres to the floor, to a rail on it, or to the plants beside it. */
function distance(x: number, y: number, frame: number, noise: number): number {
  const aside = Math.abs(x - SIZE.width / 2);
  const below = y - HORIZON;
  const floor = below > 0 ? 32_000 / below : 9_000;
  const isRail = below > 0 && Math.abs(aside - below * 0.45) < 1.2;
  const plants = aside > 4 + Math.max(0, below) * 0.7 ? 900 + aside * 12 : 9_000;
  return Math.round(Math.max(300, Math.min(floor - (isRail ? 60 : 0), plants) - frame * 8 + noise * 25));
}

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
