import { isDeeper } from '#domain/text/nesting';

/** Maximum nesting depth of JSON values: parsing, storing and rendering are recursive. Hand-written values are far below it. */
const MAX_DEPTH = 32;

/** Returns whether a JSON value is nested more than 32 levels deep. */
export const isTooDeep = (value: unknown): boolean => isDeeper(value, MAX_DEPTH);
