import { isDeepStrictEqual } from 'node:util';
import { MASK } from '#domain/text/secretMask';
import { invalid } from '../../platform/failure/failure.ts';
import { maskSecrets, type MetadataSchema } from './maskSecrets.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A value and its masked form. */
interface Pair {
  readonly plain: unknown;
  readonly masked: unknown;
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const own = (value: unknown, name: string) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined);

const field = ({ plain, masked }: Pair, name: string): Pair => ({ plain: own(plain, name), masked: own(masked, name) });

const item = ({ plain, masked }: Pair, index: number): Pair => ({ plain: listOf(plain)[index], masked: listOf(masked)[index] });

/** Returns whether a value is `***` or contains it. */
export const holdsMask = (value: unknown): boolean =>
  value === MASK || (typeof value === 'object' && value !== null && Object.values(value).some(holdsMask));

function kept(given: Pair, stored: Pair, at: string): unknown {
  const { plain } = given;
  if (plain === MASK) {
    if (stored.plain === undefined) throw invalid(`${at}: ${MASK} stands for nothing that is known`);
    return stored.plain;
  }
  if (isRecord(plain)) return keptFields(plain, given, stored, at);
  return Array.isArray(plain) ? keptItems(given, stored, at) : plain;
}

const keptFields = (fields: Fields, given: Pair, stored: Pair, at: string) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, kept(field(given, name), field(stored, name), `${at}.${name}`)]));

/** Restores masks in a list. List items have no names, so a mask is restored only in a list of equal length, and only in an item that is otherwise equal. */
function keptItems(given: Pair, stored: Pair, at: string): unknown[] {
  const isSameLength = listOf(stored.plain).length === listOf(given.plain).length;
  return listOf(given.plain).map((plain, index) => {
    const [mine, known] = [item(given, index), item(stored, index)];
    const isCertain = isSameLength && isDeepStrictEqual(mine.masked, known.masked);
    if (!isCertain && holdsMask(plain)) throw invalid(`${at}.${index}: ${MASK} stands for nothing that is known`);
    return kept(mine, known, `${at}.${index}`);
  });
}

/**
 * Keeps stored secrets when metadata is saved: every `***` in the input is replaced by the stored secret at its path. Throws 400 for a `***` without a stored
 * value. The caller must check the nesting depth first.
 */
export function keptSecrets(given: Fields, stored: Fields | null, schema: MetadataSchema) {
  const pair = (plain: Fields): Pair => ({ plain, masked: maskSecrets(plain, schema) });
  return keptFields(given, pair(given), pair(stored ?? {}), 'metadata');
}
