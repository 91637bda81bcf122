/** The audit record: `auditLine`, `auditOutcome` and the call `getAuditLines`. */

import { call } from './call.ts';
import { instant, optionalInstant, pageQuery, utcInstant, z } from './schema.ts';

/** Recorded status of a stop whose outcome is unknown, because its server was killed before it recorded the outcome. */
export const UNKNOWN_STATUS = 0;
/** The outcomes of a recorded call: `done` for a status below 400, otherwise `failed`. A call with `UNKNOWN_STATUS` has neither. */
export const auditOutcome = z.enum(['done', 'failed']);
/** The outcome of a recorded call. */
export type AuditOutcome = z.infer<typeof auditOutcome>;

/** A changed field; a nested field is named by its path, such as `metadata.wheel_type`. */
const fieldChange = z.object({ field: z.string(), from: z.nullish(z.string()), to: z.nullish(z.string()) });

/**
 * One line of the audit record. `call` is the method and path of the contract, or names an authentication event (`sign_in`, `sign_in_failed`, `sign_in_locked`,
 * `sign_out`, `address_changed`), an action of a device (`device_network`, `device_metadata`, `device_file`; `who` is its serial), or an action of the server itself (`setup`,
 * `setup --recover`, `remove_old_logs`); `params` holds the path and query parameters and the subjects of the body; `changes` holds the fields that the call
 * changed, with their values before and after (null for a missing value, `***` for a secret; long texts are truncated); `status` is the HTTP status, 400 or 409
 * for an answer that refuses in its body (`ok` or `result` is false), or `UNKNOWN_STATUS`. `who` is empty for a call without a sign-in.
 */
export const auditLine = z.object({
  id: z.string(),
  at: instant,
  who: z.string(),
  role: z.nullish(z.string()),
  call: z.string(),
  params: z.nullish(z.record(z.string(), z.string())),
  status: z.int(),
  changes: z.nullish(z.array(fieldChange)),
});
/** One line of the audit record. */
export type AuditLine = z.infer<typeof auditLine>;

const text = z.optional(z.string().check(z.maxLength(200)));

/**
 * Returns the audit record, newest first: a system_admin sees all of it, an organisation_admin what people did while all their organisations were the admin's.
 * `from` (inclusive) and `to` (exclusive) bound the time; `who` is a user name, `call` the name of a call, and `about` an address, serial or id; all are case-
 * insensitive. At most the newest 20,000 matching lines are searched: when there are more, `searched_from` is the time of the oldest line searched, and passing
 * it as `to` continues the search. `total` is the number of lines found. Fails: 403 for other roles. An extension of this server, announced as `audit_log`.
 */
export const getAuditLines = call({
  method: 'GET',
  path: 'audit/lines',
  summary: 'Who did what, newest first.',
  query: z.extend(pageQuery, {
    from: z.optional(utcInstant),
    to: z.optional(utcInstant),
    who: text,
    call: text,
    about: text,
    outcome: z.optional(auditOutcome),
  }),
  answer: z.object({ total: z.int().check(z.minimum(0)), searched_from: optionalInstant, results: z.array(auditLine) }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const auditCalls = { getAuditLines } as const;
