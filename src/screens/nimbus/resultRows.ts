import type { ValidationResult } from '#contract/validation';

/** A result with its place on the page: the wire gives it no key of its own. */
export interface ResultRow {
  readonly key: string;
  readonly result: ValidationResult;
}

/** The rows of a page. */
export const resultRows = (results: readonly ValidationResult[]): readonly ResultRow[] =>
  results.map((result, at) => ({ key: String(at), result }));
