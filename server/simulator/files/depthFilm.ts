/** Creates the depth video of an incident, which shows the rails of a lane as they approach. */

import { Buffer } from 'node:buffer';
import { randomFromText } from '#domain/random/randomFromText';

// The format of the depth video of an incident (`.dat`): a header of 24 bytes, then the frames, one uint16 per pixel, all little-endian.
const MAGIC = 'ODV1';
const HEADER_BYTES = 24;
const SIZE = { width: 32, height: 24, frames: 16, perSecond: 4 } as const;
/** Share of cameras that are blinded by a lamp. */
const GLARE = 0.1;
const HORIZON = 9;

/** Returns whether the camera was blinded by a lamp, so that hardly any pixel has a distance; always the same for one incident. */
export const isBlinded = (incidentId: string): boolean => randomFromText(`depth ${incidentId}`)() < GLARE;

/** Creates the film of the rails of a lane as they approach, until `endAt` (ms since epoch). An incident always has the same film. */
export function filmDepth(incidentId: string, endAt: number): Buffer {
  const random = randomFromText(`depth ${incidentId}`);
  const lostShare = random() < GLARE ? 0.8 : 0.06;
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
      bytes.writeUInt16LE(noise > lostShare ? distance(pixel % width, Math.floor(pixel / width), frame, noise) : 0, at);
    }
  }
  return bytes;
}

/** Returns the distance in millimetres to the floor, to a rail on it, or to the plants next to it. */
function distance(x: number, y: number, frame: number, noise: number): number {
  const aside = Math.abs(x - SIZE.width / 2);
  const below = y - HORIZON;
  const floor = below > 0 ? 16_000 / below : 9_000;
  const isRail = below > 0 && Math.abs(aside - below * 0.45) < 1.2;
  const plants = aside > 2 + Math.max(0, below) * 0.7 ? 900 + aside * 24 : 9_000;
  return Math.round(Math.max(300, Math.min(floor - (isRail ? 60 : 0), plants) - frame * 12 + noise * 25));
}
