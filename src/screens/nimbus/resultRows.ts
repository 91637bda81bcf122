import type { ValidationResult } from '#contract/validation';

/** A result with its index on the page as key, since the wire has none. */
export interface ResultRow {
  readonly key: string;
  readonly result: ValidationResult;
}

/** Returns the results of a validation as rows, with their index as key. */
export const resultRows = (results: readonly ValidationResult[]): readonly ResultRow[] =>
  results.map((result, at) => ({ key: String(at), result }));
