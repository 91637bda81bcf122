/** Error codes `0x…`: recognition, normalisation, sort order, the text for engineers, and the codes in a value or a text. */

import { MAX_NESTING } from '../text/nesting.ts';

const CODE = /^0x([0-9a-f]{1,8})$/i;
const NO_ERROR = '0x00000000';

/**
 * Checks for a string that begins with `0x`, in either case, and is not the number 0 (`0x00000000`, `0x0`); such a value is looked up in the catalogue. Source:
 * RULE-061..063.
 */
export function isErrorCode(value: unknown): value is string {
  return typeof value === 'string' && /^0x/i.test(value) && codeText(value) !== NO_ERROR;
}

/** Normalises a code to `0x` plus 8 lower-case hex digits; text that is not a hex number of at most 8 digits is left unchanged. Source: RULE-055. */
export function codeText(code: string): string {
  const digits = CODE.exec(code)?.[1];
  return digits === undefined ? code : `0x${digits.toLowerCase().padStart(8, '0')}`;
}

/**
 * Returns each code in its original spelling, by normalised code: the documents fix neither case nor leading zeros, and a server may find a code only in its
 * own spelling. The first of several spellings is used. Source: FILTER2.
 */
export function writtenCodes(codes: Iterable<string>): ReadonlyMap<string, string> {
  const written = new Map<string, string>();
  for (const code of codes) if (!written.has(codeText(code))) written.set(codeText(code), code);
  return written;
}

/** Returns a text by which codes are sorted by number; texts that are not codes come last, alphabetically. */
export const codeOrder = (code: string): string => `${CODE.test(code) ? 0 : 1}${codeText(code)}`;

/** Compares two codes for a list: by number; texts that are not codes come last, alphabetically. */
export function byCode(a: string, b: string): number {
  const [one, other] = [codeOrder(a), codeOrder(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The view that shows a code; selects the text for a code that the catalogue lacks. Source: GAP-23. */
export type CodePlace = 'events' | 'incidents';

const UNKNOWN: Readonly<Record<CodePlace, string>> = { events: 'Unknown', incidents: 'Unknown Error Code' };

/** The texts of a code by language. `unread` names the languages whose text could not be read; '' stands for all of them. Source: CODES8. */
interface CodeTexts {
  readonly description: Readonly<Record<string, string>>;
  readonly unread?: readonly string[];
}

/** The response of `GET xenion/error_codes/all`: texts by language, keyed by code. */
export type ErrorCatalogue = Readonly<Record<string, CodeTexts>>;

// Devices and catalogues write hex digits in either case, some without leading zeros; codes are compared in normalised form.
function entryOf(code: string, catalogue: ErrorCatalogue) {
  const wanted = codeText(code);
  const key = Object.hasOwn(catalogue, wanted) ? wanted : Object.keys(catalogue).find((known) => codeText(known) === wanted);
  return key === undefined ? undefined : catalogue[key];
}

/** Returns the `development` text of a code, or the text of `place` for an unknown code. Source: RULE-064, GAP-23. */
export function developmentText(code: string, catalogue: ErrorCatalogue | undefined, place: CodePlace = 'events'): string {
  const entry = catalogue === undefined ? undefined : entryOf(code, catalogue);
  const text = entry?.description['development'];
  return text === undefined || text === '' ? UNKNOWN[place] : text;
}

/** Returns the text of a description in the language of a locale: for `nl-BE` the text of `nl-BE`, otherwise that of `nl`; undefined if there is neither. */
function textInLanguage(description: Readonly<Record<string, string>>, locale: string): string | undefined {
  const byTag = new Map(Object.entries(description).map(([language, text]) => [language.toLowerCase(), text]));
  byTag.delete('development');
  const tag = locale.replaceAll('_', '-').toLowerCase();
  return [tag, tag.split('-')[0] ?? ''].map((one) => byTag.get(one)).find((text) => text !== undefined && text.trim() !== '');
}

/**
 * Returns the texts that explain a code, at least one: the text in the reader's locale, if the catalogue has one, and the development text; if it has neither,
 * the text of `place`. Source: ERRLANG1, RULE-064.
 */
export function codeMeanings(
  code: string,
  catalogue: ErrorCatalogue | undefined,
  locale: string | null | undefined,
  place: CodePlace = 'events',
): readonly string[] {
  const description = catalogue === undefined ? undefined : entryOf(code, catalogue)?.description;
  const own = description === undefined || !locale ? undefined : textInLanguage(description, locale);
  const development = developmentText(code, catalogue, place);
  if (own === undefined || own === development) return [development];
  return description?.['development'] ? [own, development] : [own];
}

/** Returns the distinct error codes in a value, including nested ones, in document order. Source: GAP-87, NESTED1. */
export function errorCodesIn(value: unknown, levels = MAX_NESTING): readonly string[] {
  if (isErrorCode(value)) return [value];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return [...new Set(Object.values(value).flatMap((part) => errorCodesIn(part, levels - 1)))];
}

/** A segment of a text: an error code, or the text between codes. */
interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

const WHOLE = /^0x\w{1,16}$/i;
const INSIDE = /(?<![\w])(0x[0-9a-f]{8})(?!\w)/i;

/**
 * Splits a text into error codes and the text between them. A text that is one `0x…` word is one part; inside a longer text a code is `0x` plus
 * 8 hex digits. Source: GAP-87, RULE-061..063.
 */
export function errorCodeParts(text: string): readonly TextPart[] {
  if (WHOLE.test(text)) return [{ text, isCode: isErrorCode(text) }];
  // `split` with a capture group puts the matches at odd indices.
  const parts = text.split(INSIDE).map((part, at) => ({ text: part, isCode: at % 2 === 1 && isErrorCode(part) }));
  return parts.filter((part) => part.text !== '');
}
