import { codeText, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { DEVELOPMENT } from '#domain/errorCodes/errorCodeTexts';

/** A code of the catalogue as a table row. */
export interface CodeRow {
  /** The code as written in the catalogue. */
  readonly key: string;
  readonly code: string;
  readonly development: string;
  /** The text in the selected language; '' if there is none. */
  readonly text: string;
  /** The languages with a text, comma-separated. */
  readonly languages: string;
}

/** Returns the rows of the catalogue with the texts of one language. */
export function codeRows(catalogue: ErrorCatalogue, language: string): readonly CodeRow[] {
  return Object.entries(catalogue).map(([key, { description }]) => ({
    key,
    code: codeText(key),
    development: description[DEVELOPMENT] ?? '',
    text: description[language] ?? '',
    languages: Object.keys(description)
      .filter((name) => name !== DEVELOPMENT && (description[name] ?? '') !== '')
      .sort()
      .join(', '),
  }));
}
