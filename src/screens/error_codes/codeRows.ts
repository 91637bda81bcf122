import { codeText, type ErrorCatalogue } from '#domain/errorCode';
import { DEVELOPMENT } from '#domain/errorCodeTexts';

/** A code of the catalogue as the table shows it. */
export interface CodeRow {
  /** As the catalogue writes it. */
  readonly key: string;
  readonly code: string;
  readonly development: string;
  /** In the chosen language; '' where it has none. */
  readonly text: string;
  /** The languages it has texts in. */
  readonly languages: string;
}

/** The rows of the catalogue, with the texts of one language. */
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

/** The languages that codes have texts in, for a server that does not name them. */
export const languagesIn = (catalogue: ErrorCatalogue): readonly string[] =>
  [...new Set(Object.values(catalogue).flatMap(({ description }) => Object.keys(description)))]
    .filter((name) => name !== DEVELOPMENT)
    .toSorted();

/** All that is seen of a row. */
export const renderKey = (row: CodeRow): string => JSON.stringify(row);
