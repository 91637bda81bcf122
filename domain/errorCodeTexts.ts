import { type ErrorCatalogue, codeText } from './errorCode.ts';

/** The texts of an error code by language; `development` is the one for engineers. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** The text for engineers, beside the languages. */
export const DEVELOPMENT = 'development';

const FORM = /^0x[0-9a-f]{8}$/i;

/** Whether a text is an error code: `0x` plus 8 hex digits, any case. Source: ERR-015. */
export const isErrorCodeForm = (code: string): boolean => FORM.test(code);

/** What is wrong with the code of a new entry; undefined when it can be added. Form and server use it. Source: ERR-015, OPEN-44. */
export function newCodeProblem(code: string, known: ErrorCatalogue): string | undefined {
  if (!isErrorCodeForm(code)) return 'An error code is 0x and 8 hexadecimal digits, for example 0x0a010023.';
  return Object.keys(known).some((other) => codeText(other) === codeText(code)) ? 'This error code exists already.' : undefined;
}

/** What is wrong with the texts of a code: only the one for engineers must be there. Form and server use it. Source: ERR-008. */
export const developmentProblem = (description: ErrorTexts): string | undefined =>
  (description[DEVELOPMENT] ?? '').trim() === '' ? 'Development text cannot be empty.' : undefined;

/** The texts as they are saved: without blanks around them, and without the languages that have none. */
export const savedTexts = (description: ErrorTexts): ErrorTexts =>
  Object.fromEntries(
    Object.entries(description)
      .map(([language, text]) => [language.trim(), text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

/** Why a language cannot be added to a code; null when it can. Letter case and blanks make no other language. Source: ERR-011, ERR-012. */
export function languageRefusal(language: string, description: ErrorTexts): 'empty' | 'duplicate' | null {
  const wanted = language.trim().toLowerCase();
  if (wanted === '') return 'empty';
  // A name that every object has cannot be a key of its own.
  const isTaken = wanted === '__proto__' || Object.keys(description).some((known) => known.toLowerCase() === wanted);
  return isTaken ? 'duplicate' : null;
}

/** Languages that are offered for a code beside those of the catalogue. */
const USUAL_LANGUAGES = ['en', 'nl', 'fr', 'de', 'es'];

/** The languages to choose from: those of the catalogue, then the usual ones, each once. Source: ERR-010. */
export const offeredLanguages = (known: readonly string[]): readonly string[] => [...new Set([...known, ...USUAL_LANGUAGES])];
