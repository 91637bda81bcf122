import { seededRandom } from '#domain/seededRandom';
import type { Random } from './random.ts';

/** Random numbers that belong to a text: the same text gives the same ones, whatever else was drawn (FNV-1a). */
export function randomFromText(text: string): Random {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return seededRandom(hash);
}
