/** The mask `***` of secrets, the check of a value for it, and the names of fields that hold secrets. */

import { isDeeper } from './nesting.ts';

/** The placeholder of a masked secret. Source: MSG-131, OPEN-88. */
export const MASK = '***';

/** The placeholder of a missing secret. Source: SECRET1. */
export const NO_SECRET = 'None';

const holdsMask = (value: unknown): boolean =>
  value === MASK || (typeof value === 'object' && value !== null && Object.values(value).some(holdsMask));

/**
 * Checks whether a value, or a part of it, is masked, or is nested too deeply to be checked; such a value must not be written back. Source: CONFV3, NESTED1.
 */
export const hasMask = (value: unknown): boolean => isDeeper(value) || holdsMask(value);

/**
 * The pattern of the name of a field that holds a secret, even inside a longer text. `pin` is matched only as a separate word: `sim_pin`, not `shipping`.
 * Source: OPEN-88, OPEN-95.
 */
export const SECRET_NAME = /password|passphrase|pwd|secret|private|token|psk|api[_-]?key|ssh[_-]?key|(?<![a-z])pin(?![a-z])/i;
