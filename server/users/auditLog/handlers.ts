/** The handler of the audit log, and the lines that a caller may read. */

import type { Kysely } from 'kysely';
import { getAuditLines } from '#contract/audit';
import type { Database } from '../../platform/database/tables.ts';
import { forbidden } from '../../platform/failure/failure.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import type { ScopedCaller } from '../../platform/principal.ts';
import { readLines, type ReadableLines } from './readLines.ts';

/** Dependencies of the audit log. */
export interface AuditLogDependencies {
  readonly database: Kysely<Database>;
}

/** Returns the lines that a caller may read: all, or those of the people of these organisations. Throws 403 for callers who are not administrators. */
function readableBy({ caller, scope }: ScopedCaller): ReadableLines {
  if (caller.role === 'system_admin') return 'all';
  if (caller.role !== 'organisation_admin') throw forbidden('The audit log is for administrators.');
  return scope === 'all' ? [] : [...scope];
}

/** Creates the handler of the audit log. */
export const auditLogHandlers = ({ database }: AuditLogDependencies): Pick<Handlers, 'getAuditLines'> => ({
  getAuditLines: serve(getAuditLines, (request) => readLines(database, readableBy(request), request.query)),
});
