/** The placeholder of a masked secret. Source: MSG-131, OPEN-88. */
export const MASK = '***';

/** Matches the name of a metadata field that holds a secret. Source: OPEN-88, OPEN-95. */
export const SECRET_NAME = /password|secret|private|token/i;
