import type { ConfigModel, ConfigValue } from '#contract/devices/configuration';
import { isDeeper } from '../text/nesting.ts';
import { MASK } from '../text/secretMask.ts';

/** Maximum nesting of a value: a list of numbers has depth 1. */
export const MAX_DEPTH = 8;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list, or the values of a map; none of a scalar. */
const partsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isMap(value) ? Object.values(value) : []);

/** Checks whether a value is a list or a map. */
export const isStructured = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Returns the type of a parameter: that of its value for a list or map, whatever the model says; else the one in the model. Source: CONFV3. */
export function typeOfParameter({ type }: Pick<ConfigModel, 'type'>, value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return isMap(value) ? 'map' : type;
}

/** Returns the nesting of a value: 0 of a scalar; deeper than `MAX_DEPTH` counts as one more, so that it ends. */
export function depthOf(value: unknown, limit = MAX_DEPTH): number {
  if (!isStructured(value)) return 0;
  if (limit === 0) return 1;
  return 1 + partsOf(value).reduce((deepest: number, part) => Math.max(deepest, depthOf(part, limit - 1)), 0);
}

const holdsMask = (value: unknown): boolean => value === MASK || partsOf(value).some(holdsMask);

/** Checks whether a value, or a part of it, is masked, or nests too deep to tell: it must not be written back. Source: CONFV3, NESTED1. */
export const hasMask = (value: unknown): boolean => isDeeper(value) || holdsMask(value);

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
 * Compares two values by content; the order of the names of a map does not count. A value that nests too deep equals only itself. Source: CONFV3,
 * NESTED1.
 */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (!isDeeper(one) && !isDeeper(other) && isSame(one, other));

/** The words of YAML for numbers that JSON lacks, as a text in a number's place. */
const NO_FINITE = /^\s*([-+]?)\.?(inf|infinity|nan)\s*$/i;

/** Returns `.inf`, `-.inf` or `.nan` for a text that means it in any spelling; null for any other value. Source: CONFV4. */
export function notFiniteWord(value: ConfigValue): string | null {
  const [, sign, word] = typeof value === 'string' ? (NO_FINITE.exec(value) ?? []) : [];
  if (word === undefined) return null;
  if (word.toLowerCase() === 'nan') return '.nan';
  return sign === '-' ? '-.inf' : '.inf';
}
