import { isDeeper } from '#domain/text/nesting';

/** Maximum nesting depth of JSON values: parsing, storing and rendering recurse. Hand-written values stay far below. */
const MAX_DEPTH = 32;

/** Returns whether a JSON value nests deeper than 32 levels. */
export const isTooDeep = (value: unknown): boolean => isDeeper(value, MAX_DEPTH);
