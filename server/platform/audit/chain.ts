/** A line of the audit record, its hash (HMAC-SHA-256 over the previous hash), and the key of the record. */

import type { FieldChange } from './changes.ts';
import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** One line of the audit record: caller, call, parameters, status and changed fields. Bodies are excluded: they may contain secrets. */
export interface AuditLine {
  /** ms since epoch. */
  readonly at: number;
  /** `cognito:username`; empty for a call that needs no token. */
  readonly who: string;
  readonly role: string | null;
  readonly call: string;
  /** Path and query parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** The organisations of the caller at that time; empty for the staff. They determine who may read the line, and are not part of its hash. */
  readonly organisations?: readonly string[];
  /** The changes made by the call; missing if there are none. */
  readonly changes?: readonly FieldChange[];
}

const KEY_BYTES = 32;

/** Derives the key of the record from the credential key (HKDF); it is not in the database. */
export const auditKey = (key: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'hashes of the audit record', KEY_BYTES)));

/**
 * Returns the hash of a line as hex: HMAC-SHA-256 over the previous hash, the id and all fields, so that write access to the database does not allow forging a
 * line. Without a key, returns the SHA-256 hash that an earlier version wrote.
 */
export function hashOf(key: KeyObject | null, before: string, id: number, line: Omit<AuditLine, 'organisations'>): string {
  const params = Object.entries(line.params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const fields = line.changes?.map(({ field, from, to }) => [field, from, to]);
  // Lines without changes keep the hash of the versions that did not record changes.
  const content = JSON.stringify([
    id,
    line.at,
    line.who,
    line.role,
    line.call,
    params,
    line.requestId,
    line.status,
    ...(fields === undefined ? [] : [fields]),
  ]);
  const hash = key === null ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(before).update('\n').update(content).digest('hex');
}
