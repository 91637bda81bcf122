import { seededRandom } from '#domain/random/seededRandom';

/** Begins every secret text, so that one search finds all of them; an address writes two of its characters otherwise. */
export const TEXT_MARK = 'Zq/7v+Kx9';
/** Begins every secret number. */
export const NUMBER_MARK = '7301992';

/** Makes distinct random secrets, and counts them. */
export interface Plant {
  readonly text: () => string;
  readonly number: () => number;
  readonly count: () => number;
}

/** Creates a plant; the same secrets each time. */
export function createPlant(): Plant {
  const random = seededRandom(60);
  let count = 0;
  const next = () => {
    count += 1;
    return Math.floor(random() * 1e8) + count;
  };
  return {
    text: () => `${TEXT_MARK}${next().toString(36)}é`,
    number: () => Number(`${NUMBER_MARK}${String(next()).padStart(8, '0')}`),
    count: () => count,
  };
}
