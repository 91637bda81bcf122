import { createHash } from 'node:crypto';

/** One line of the audit record: caller, call, parameters and status. Bodies are excluded: they may contain secrets. */
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
}

/** Returns the hash of a line: SHA-256 over the previous hash, the id and all fields, as hex. */
export function hashOf(before: string, id: number, line: AuditLine): string {
  const params = Object.entries(line.params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([id, line.at, line.who, line.role, line.call, params, line.requestId, line.status]);
  return createHash('sha256').update(before).update('\n').update(content).digest('hex');
}
