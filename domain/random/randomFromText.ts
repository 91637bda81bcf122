import { seededRandom } from './seededRandom.ts';
import type { Random } from './random.ts';

/** Creates a generator seeded with the FNV-1a hash of a text: the same text gives the same sequence. */
export function randomFromText(text: string): Random {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return seededRandom(hash);
}
