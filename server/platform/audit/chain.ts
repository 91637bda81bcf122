import { createHash } from 'node:crypto';

/** One line of the record: who asked for what, with which outcome. Bodies never stand here: they may hold secrets. */
export interface AuditLine {
  /** ms since epoch. */
  readonly at: number;
  /** `cognito:username`; empty for a call that needs no token. */
  readonly who: string;
  readonly role: string | null;
  readonly call: string;
  /** Of path and query. */
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** The status that was answered. */
  readonly status: number;
}

/** The hash of a line at its place: over the hash before it and everything the line says. Hex of SHA-256. */
export function hashOf(before: string, id: number, line: AuditLine): string {
  const params = Object.entries(line.params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([id, line.at, line.who, line.role, line.call, params, line.requestId, line.status]);
  return createHash('sha256').update(before).update('\n').update(content).digest('hex');
}
