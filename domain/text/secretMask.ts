/** The mask `***` of secrets, and the names of fields that hold secrets. */

/** The placeholder of a masked secret. Source: MSG-131, OPEN-88. */
export const MASK = '***';

/** The placeholder of a missing secret. Source: SECRET1. */
export const NO_SECRET = 'None';

/**
 * Matches the name of a field that holds a secret, even inside a longer text. `pin` is matched only as a separate word: `sim_pin`, not `shipping`. Source:
 * OPEN-88, OPEN-95.
 */
export const SECRET_NAME = /password|passphrase|pwd|secret|private|token|psk|api[_-]?key|ssh[_-]?key|(?<![a-z])pin(?![a-z])/i;
