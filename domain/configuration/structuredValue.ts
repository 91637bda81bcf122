/** Parameters that are lists or maps: type of a value, equality, depth, `NaN` and infinity. */

import type { ConfigModel, ConfigValue } from '#contract/devices/configuration';
import { isDeeper } from '../text/nesting.ts';

/** Maximum nesting of a value: a list of numbers has depth 1. */
export const MAX_DEPTH = 8;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the items of a list, or the values of a map; empty for a scalar. */
const partsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isMap(value) ? Object.values(value) : []);

/** Checks whether a value is a list or a map. */
export const isStructured = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Returns the type of a parameter: `list` or `map` for such a value, regardless of the model; otherwise the type in the model. Source: CONFV3. */
export function typeOfParameter({ type }: Pick<ConfigModel, 'type'>, value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return isMap(value) ? 'map' : type;
}

/** Returns the nesting depth of a value: 0 for a scalar, `MAX_DEPTH` + 1 for any value deeper than `MAX_DEPTH`, so the recursion ends. */
export function depthOf(value: unknown, limit = MAX_DEPTH): number {
  if (!isStructured(value)) return 0;
  if (limit === 0) return 1;
  return 1 + partsOf(value).reduce((deepest: number, part) => Math.max(deepest, depthOf(part, limit - 1)), 0);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isMap(one) || !isMap(other)) return false;
  const names = Object.keys(one);
  const isEqual = (name: string) => Object.hasOwn(other, name) && isSame(one[name], other[name]);
  return names.length === Object.keys(other).length && names.every(isEqual);
}

/**
 * Compares two values by content; the order of a map's keys does not matter. A value that is nested too deeply equals only itself. Source: CONFV3, NESTED1.
 */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (!isDeeper(one) && !isDeeper(other) && isSame(one, other));

/** YAML's words for numbers that JSON lacks, written as a string in place of a number. */
const NO_FINITE = /^\s*([-+]?)\.?(inf|infinity|nan)\s*$/i;

/** Returns `.inf`, `-.inf` or `.nan` for a string that means it in any spelling; null for any other value. Source: CONFV4. */
export function notFiniteWord(value: ConfigValue): string | null {
  const [, sign, word] = typeof value === 'string' ? (NO_FINITE.exec(value) ?? []) : [];
  if (word === undefined) return null;
  if (word.toLowerCase() === 'nan') return '.nan';
  return sign === '-' ? '-.inf' : '.inf';
}
