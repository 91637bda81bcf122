/** JSON of map files as programs write it: with byte order mark, `NaN`, `Infinity`, and positions with heights. */

import { isDeeper } from '../text/nesting.ts';

/** A text in quotes, or a number that JSON does not allow but that Python writes. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** Parses JSON as programs write it: with a byte order mark, and with `NaN` and `Infinity`, which become null. Throws for any other error. */
export function parseTolerantly(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(plain);
  } catch {
    return JSON.parse(plain.replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : 'null')));
  }
}

/** Truncates positions at their first value that is not a number: a null height carries no information. */
function withoutNullHeights(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  const list: readonly unknown[] = coordinates;
  if (typeof list[0] !== 'number') return list.map(withoutNullHeights);
  const end = list.findIndex((value) => typeof value !== 'number');
  return end < 2 ? list : list.slice(0, end);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a feature collection without null heights; any other value unchanged. */
export function withPlainPositions(collection: unknown): unknown {
  if (!isRecord(collection) || !Array.isArray(collection['features']) || isDeeper(collection)) return collection;
  const features: readonly unknown[] = collection['features'];
  return {
    ...collection,
    features: features.map((feature) => {
      if (!isRecord(feature) || !isRecord(feature['geometry'])) return feature;
      const { geometry } = feature;
      return { ...feature, geometry: { ...geometry, coordinates: withoutNullHeights(geometry['coordinates']) } };
    }),
  };
}
