import { Failure } from '../failure.ts';

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);
const CONNECTION_TEXT =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|terminating connection/i;

/** Whether an error says that the database is away (not that a query is wrong). SQLSTATE 08 is connection, 57P is shutdown, 53300 is too many, 55P03 a lock that was not given in time. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CONNECTION_CODES.has(code) || /^(08|57P|53300|55P03)/.test(code) || CONNECTION_TEXT.test(error.message);
}

/** 503: try again soon. */
export const databaseAway = () => new Failure(503, 'Unavailable', 'the database does not answer');

/** Whether a value cannot be kept in a text or in jsonb: NUL, or half a letter. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^22(021|P02|P05)$/.test(String(error.code));
