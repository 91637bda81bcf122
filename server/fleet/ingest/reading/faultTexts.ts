/** Texts about values that were not read: the reason, and the text for a required field that is missing. */

import type { NoticeField } from '#contract/fleet/notice';
import { z } from '#contract/schema';
import { redact } from '#domain/text/redact';
import { storableText } from './looseValues.ts';

type AnySchema = z.core.$ZodType;

/** Number of characters of an unknown word that are shown. */
const SHOWN_WORD = 40;

const wordsOf = (schema: AnySchema): readonly string[] => {
  if (schema instanceof z.ZodMiniLiteral) return [...schema.def.values].map(String);
  return schema instanceof z.ZodMiniEnum ? Object.values(schema.def.entries).map(String) : [];
};

function wantedText(wanted: AnySchema | string): string {
  if (typeof wanted === 'string') return wanted;
  if (wanted instanceof z.ZodMiniISODateTime) return 'a time (ISO 8601)';
  if (wanted instanceof z.ZodMiniNumber)
    return wanted.def.checks === undefined || wanted.def.checks.length === 0 ? 'a number' : 'a whole number or one within its bounds';
  if (wanted instanceof z.ZodMiniBoolean) return 'true or false';
  if (wanted instanceof z.ZodMiniArray) return 'a list';
  return wanted instanceof z.ZodMiniString ? 'a text' : 'an object';
}

function givenText(value: unknown): string {
  if (value === undefined) return 'it is missing';
  if (value === null) return 'it is null';
  if (Array.isArray(value)) return 'it is a list';
  if (typeof value === 'object') return 'it is an object';
  return typeof value === 'string' ? 'it is a text' : `it is a ${typeof value === 'number' ? 'number' : 'flag'}`;
}

const shownWord = (value: unknown) =>
  typeof value === 'string' ? `"${redact(storableText(value), SHOWN_WORD)}" is none` : givenText(value);

/**
 * Returns the reason why a reported value was not read, in words, and the limit that it exceeds. `wanted` is the schema of its field, the schemas of its
 * options, or its description; null if none of them is known.
 */
export function unreadReason(
  wanted: AnySchema | readonly AnySchema[] | string | null,
  value: unknown,
  limit: string | null = null,
): Omit<NoticeField, 'field'> {
  if (limit !== null) return { why: 'it exceeds its limit', limit };
  if (wanted === null) return { why: givenText(value) };
  const isOneOf = (given: typeof wanted): given is readonly AnySchema[] => Array.isArray(given);
  const schemas = typeof wanted === 'string' ? [] : isOneOf(wanted) ? wanted : [wanted];
  const words = schemas.flatMap(wordsOf);
  if (words.length > 0) return { why: `one of ${words.join(', ')} is wanted, ${shownWord(value)}` };
  const [only] = schemas;
  const described = typeof wanted === 'string' ? wanted : only;
  return { why: described === undefined ? givenText(value) : `${wantedText(described)} is wanted, ${givenText(value)}` };
}

/** Returns the text for a required field that is missing. */
export function standInText(standIn: unknown): string {
  if (standIn === '') return 'it is missing: the empty text stands for it';
  return typeof standIn === 'string'
    ? 'it is missing: the time of receipt stands for it'
    : `it is missing: ${String(standIn)} stands for it`;
}
