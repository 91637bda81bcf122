/** Validation of a typed error code and of its texts: the code, `development`, and one text per language. */

import { fieldTextProblem, isSameName, paragraphProblem } from '../text/fieldText.ts';
import { languageName } from '../text/languageName.ts';
import { type ErrorCatalogue, codeText } from './errorCode.ts';

/** The texts of an error code by language; `development` is the text for engineers. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** The key of the text for engineers. */
export const DEVELOPMENT = 'development';

const FORM = /^0x[0-9a-f]{8}$/i;

/** Checks for `0x` plus 8 hex digits, case-insensitively. Source: ERR-015. */
export const isErrorCodeForm = (code: string): boolean => FORM.test(code);

/** Returns why the code of a new entry is invalid; undefined if it can be added. Used by console and server. Source: ERR-015, OPEN-44. */
export function newCodeProblem(code: string, known: ErrorCatalogue): string | undefined {
  if (!isErrorCodeForm(code)) return 'An error code is 0x and 8 hexadecimal digits, for example 0x0a010023.';
  return Object.keys(known).some((other) => codeText(other) === codeText(code)) ? 'This error code exists already.' : undefined;
}

/**
 * Returns why the texts of a code are invalid (only `development` is required); undefined if they are valid. Used by console and server. Source:
 * ERR-008.
 */
export const developmentProblem = (description: ErrorTexts): string | undefined =>
  (description[DEVELOPMENT] ?? '').trim() === '' ? 'Development text cannot be empty.' : undefined;

/** Returns why a text of a code is invalid; undefined if it is valid. Used by console and server. Source: NAME1. */
export const codeTextProblem = (text: string): string | undefined => paragraphProblem(text, 'The text');

/** Returns why the name of a language is invalid; undefined if it is valid. Used by console and server. Source: NAME1. */
export const languageProblem = (language: string): string | undefined => fieldTextProblem(language, { label: 'The language' });

/**
 * Returns why the texts of a code cannot be saved: a save replaces all texts, and would remove those that could not be read. Undefined if all texts could be
 * read. Source: CODES8.
 */
export function unreadTextsProblem(unread: readonly string[] = []): string | undefined {
  if (unread.length === 0) return undefined;
  const languages = unread.filter((language) => language !== '').map(languageName);
  return `${['Texts of this code cannot be read', ...(languages.length === 0 ? [] : [languages.join(', ')])].join(': ')}. Saving the others would remove them.`;
}

/** Returns the texts as stored: trimmed, without languages whose text is empty. */
export const savedTexts = (description: ErrorTexts): ErrorTexts =>
  Object.fromEntries(
    Object.entries(description)
      .map(([language, text]) => [language.trim(), text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

/** Returns why a language cannot be added; null when it can. Names are compared trimmed and case-insensitively. Source: ERR-011, ERR-012. */
export function languageRefusal(language: string, description: ErrorTexts): 'empty' | 'duplicate' | null {
  const wanted = language.trim();
  if (wanted === '') return 'empty';
  // Assigning `__proto__` would set the prototype instead of a key.
  const isTaken = isSameName(wanted, '__proto__') || Object.keys(description).some((known) => isSameName(known, wanted));
  return isTaken ? 'duplicate' : null;
}

/** Languages offered in addition to those of the catalogue. */
const USUAL_LANGUAGES = ['en', 'nl', 'fr', 'de', 'es'];

/** Returns the language options: those of the catalogue, then the usual ones, without duplicates. Source: ERR-010. */
export const offeredLanguages = (known: readonly string[]): readonly string[] => [...new Set([...known, ...USUAL_LANGUAGES])];
