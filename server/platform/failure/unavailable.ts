/** Checks whether an error means that the database is unavailable (503), that a value cannot be stored, or that a row refers to a removed one. */

import { createFailure } from './catalogue.ts';

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);
const CONNECTION_TEXT =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|terminating connection/i;

/**
 * Returns whether an error means that the database is unavailable, not that a query is wrong. SQLSTATE 08: connection; 57P: shutdown; 53: insufficient
 * resources, such as a full disk or too many connections; 58: disk failure; 25006: read-only, such as a former primary; 40: rolled back because of another
 * transaction; 55P03: lock timeout.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CONNECTION_CODES.has(code) || /^(08|57P|53|58|25006|40|55P03)/.test(code) || CONNECTION_TEXT.test(error.message);
}

/** 503: the database is unavailable. */
export const databaseAway = () => createFailure('databaseAway');

/** Returns whether PostgreSQL rejected a value for text or jsonb: NUL or an unpaired surrogate. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^22(021|P02|P05)$/.test(String(error.code));

/**
 * Returns whether an error means that a row refers to a row that was removed meanwhile, or that other rows still refer to a row to be removed (SQLSTATE 23503).
 * Source: REMOVE3.
 */
export const isTorn = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503';
