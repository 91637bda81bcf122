/** Rules of text fields: length, invisible characters, multi-line texts, texts inside JSON, and equal names. */

import { isDeeper } from './nesting.ts';

/** Maximum length of a name, in characters. */
export const NAME_LENGTH = 100;
/** Maximum length of a location's address, in characters. */
export const ADDRESS_LENGTH = 300;

/** Returns a text as stored: trimmed, each accented letter as one character where one exists (NFC). Source: FIND1. */
export const fieldText = (typed: string): string => typed.normalize('NFC').trim();

interface Bounds {
  /** The name of the field in the error message. */
  readonly label: string;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
}

// Control characters break lines and lists; bidirectional controls make one name look like another; lone surrogates cannot be stored.
const CONTROL = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]|\p{Cs}/u;

// Invisible characters: two names that differ only by them look the same. Unicode does not list the Braille blank and the annotation signs among
// them.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\u2800\uFFF9-\uFFFB]/u;

const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';
const EMOJI = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?';
/**
 * Contexts in which an invisible character is part of the visible text: emoji, keys and flags, joiners between letters that join, forms of Han and
 * Mongolian.
 */
const NEEDED = [
  '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
  `${EMOJI}(?:\\u200D${EMOJI})*`,
  '[\\d#*]\\uFE0F\\u20E3',
  `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
  '(?<=\\p{Script=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{Script=Mongolian})[\\u180B-\\u180F]',
].map((pattern) => new RegExp(pattern, 'gu'));

/** Returns the first invisible character of a text that no script or emoji requires at its position; undefined if there is none. Source: NAME1. */
export function invisibleIn(text: string): string | undefined {
  if (!INVISIBLE.test(text)) return undefined;
  return INVISIBLE.exec(NEEDED.reduce((left, needed) => left.replaceAll(needed, '.'), text))?.[0];
}

const codePoint = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function invisibleProblem(text: string, label: string): string | undefined {
  const invisible = invisibleIn(text);
  return invisible === undefined ? undefined : `${label} cannot contain the invisible character ${codePoint(invisible)}.`;
}

/** Returns why a text must not be stored as a name: control or invisible characters; undefined when it may. Source: PLACE1, NAME1. */
export function unsoundProblem(text: string, label: string): string | undefined {
  const [control] = CONTROL.exec(text) ?? [];
  if (control === undefined) return invisibleProblem(text, label);
  return `${label} cannot contain line breaks or other control characters (${codePoint(control)}).`;
}

/** Returns why a text of several lines is invalid; undefined if it is valid. Like a name, but line breaks and tabs are allowed. Source: NAME1. */
export function paragraphProblem(typed: string, label: string): string | undefined {
  const [control] = CONTROL.exec(typed.replaceAll(/[\n\r\t]/g, '')) ?? [];
  return control === undefined ? invisibleProblem(typed, label) : `${label} cannot contain control characters (${codePoint(control)}).`;
}

/**
 * Returns why a JSON value is invalid or nested too deeply; undefined if it is valid. Its texts are checked as texts of several lines, the names of its fields
 * as names; texts and field names that `known` has at the same path are allowed. Source: NAME1.
 */
export function nestedTextProblem(value: unknown, known: unknown, label: string): string | undefined {
  if (isDeeper(value)) return `${label} nests too deep.`;
  return problemWithin(value, known, label);
}

function problemWithin(value: unknown, known: unknown, label: string): string | undefined {
  if (typeof value === 'string') return value === known ? undefined : paragraphProblem(value, label);
  const before = new Map(typeof known === 'object' && known !== null ? Object.entries(known) : []);
  for (const [name, inner] of typeof value === 'object' && value !== null ? Object.entries(value) : []) {
    const problem =
      (before.has(name) ? undefined : unsoundProblem(name, `A field of ${label}`)) ??
      problemWithin(inner, before.get(name), `${label}.${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns why a single-line text field is invalid; undefined if it is valid. Used by console and server. Source: PLACE1, NAME1. */
export function fieldTextProblem(typed: string, { label, maxLength = NAME_LENGTH, isRequired = false }: Bounds): string | undefined {
  const text = fieldText(typed);
  if (text === '') return isRequired ? `${label} cannot be empty.` : undefined;
  if (Array.from(text).length > maxLength) return `${label} cannot be longer than ${maxLength} characters.`;
  return unsoundProblem(text, label);
}

/** Returns the key of a name: equal for names that are the same, trimmed and case-insensitively. */
export const nameKey = (name: string): string => fieldText(name).toLowerCase();

/** Compares two names trimmed and case-insensitively. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
