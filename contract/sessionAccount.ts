/**
 * Accounts of sessions on the server: lines about what people saw and did, kept only if their organisation has switched that on. Not in the
 * specification; announced as `session_accounts`.
 */

import { call } from './call.ts';
import { instant, optionalInstant, paged, pageQuery, utcInstant, z } from './schema.ts';

/** Maximum number of lines in one request. */
export const MAX_ACCOUNT_LINES = 200;
/** Maximum length of the text of a line, in characters. */
export const MAX_ACCOUNT_TEXT = 300;
/** Maximum number of lines of one session. */
export const MAX_SESSION_LINES = 5_000;
/** Maximum number of a person's sessions, counting only those that the person sees. */
export const MAX_ACCOUNTS = 200;

const kind = z.enum(['session', 'screen', 'command', 'request', 'error']);
const line = { sequence: z.int().check(z.minimum(0), z.maximum(MAX_SESSION_LINES - 1)), kind };

/** One line of an account: an action of a person, or a device that went into error meanwhile. A later line with the same `sequence` replaces it. */
const accountLine = z.object({ ...line, at: instant, text: z.string(), outcome: z.string() });
/** One line of an account. */
export type AccountLine = z.infer<typeof accountLine>;

/** The account of a session, without its lines. */
const sessionAccount = z.object({
  session_id: z.string(),
  /** The name of the person. */
  author: z.string(),
  is_own: z.boolean(),
  /** Whether other people in the organisation see it. */
  is_shared: z.boolean(),
  /** Instants of its first and last line. */
  from: instant,
  to: instant,
  /** Whether the caller may remove it. */
  may_remove: z.boolean(),
});
/** The account of a session, without its lines. */
export type SessionAccount = z.infer<typeof sessionAccount>;

/**
 * The policy for accounts of the caller's sessions. None are kept unless `is_on`, for which all organisations of the caller must be switched on, and the user
 * has seen the notice (`notice_seen_at`) since one of these switches was last changed. Lines are removed after `days`. `organisations` are those whose switch
 * the caller may change: an organisation_admin those they belong to, a system_admin all, including that of the provider's staff, whose id is null.
 */
export const getAccountPolicy = call({
  method: 'GET',
  path: 'history/account_policy',
  summary: 'Whether accounts of sessions are kept, for how long, and who may change that.',
  answer: z.object({
    is_on: z.boolean(),
    /** Whether an organisation of the caller has switched them off; false while none has changed its switch. */
    is_refused: z.nullish(z.boolean()),
    days: z.int(),
    notice_seen_at: optionalInstant,
    organisations: z.array(z.object({ organisation_id: z.nullable(z.string()), name: z.nullable(z.string()), is_on: z.boolean() })),
  }),
});

/**
 * Switches accounts of an organisation on or off; the id null means the provider's staff. Switching off removes the kept accounts of the organisation
 * at once. Fails: 403 for callers who are not administrators, 404 for an organisation that the caller does not see.
 */
export const postAccountPolicy = call({
  method: 'POST',
  path: 'history/account_policy',
  summary: 'Switch the accounts of sessions of an organisation on or off.',
  body: z.object({ organisation_id: z.nullable(z.string()), is_on: z.boolean() }),
  answer: z.object({ result: z.boolean() }),
});

/**
 * Records that the caller has seen the notice of what is kept, for how long, and who sees it; only the first time since the switch was changed
 * counts.
 */
export const postAccountNotice = call({
  method: 'POST',
  path: 'history/account_notice',
  summary: 'Record that the notice about accounts of sessions was seen.',
  answer: z.object({ result: instant }),
});

/**
 * Keeps lines of the caller's session, whose id is a UUID created by the client: a repeated line replaces the previous one, so that its outcome can
 * follow. `is_shared` determines whether the session is shared: with the first lines, and later only in a request without lines, so that a sharing
 * that ended elsewhere does not return; the response contains the current value. Lines that are older than the retention period, or than the notice
 * that the person has seen, are ignored. This call is not in the audit record, which contains the actions themselves. Fails: 400 for a text that is
 * too long or has control characters, and for an instant in the future; 403 if accounts are off or the notice was not seen; 409 for a session of
 * somebody else, for a removed session, and for more than `MAX_ACCOUNTS` sessions.
 */
export const postAccountLines = call({
  method: 'POST',
  path: 'history/accounts/{session_id}',
  summary: 'Keep lines of the account of an own session.',
  hasSideEffects: false,
  body: z.object({
    is_shared: z.boolean(),
    lines: z
      .array(
        z.object({
          ...line,
          at: utcInstant,
          text: z.string().check(z.maxLength(10 * MAX_ACCOUNT_TEXT)),
          outcome: z.string().check(z.maxLength(10 * MAX_ACCOUNT_TEXT)),
        }),
      )
      .check(z.maxLength(MAX_ACCOUNT_LINES)),
  }),
  answer: z.object({ result: z.boolean(), is_shared: z.boolean() }),
});

/** The accounts of the caller's sessions, and those that others in the organisation share, newest first. Staff see none of an organisation. */
export const getSessionAccounts = call({
  method: 'GET',
  path: 'history/accounts',
  summary: 'The accounts of sessions that the caller may see.',
  query: pageQuery,
  answer: paged(sessionAccount),
});

/** The lines of an account, in their order. Fails: 404 for one that the caller does not see. */
export const getAccountLines = call({
  method: 'GET',
  path: 'history/accounts/{session_id}',
  summary: 'The lines of the account of a session.',
  query: pageQuery,
  answer: paged(accountLine),
});

/**
 * Removes an account: users their own, administrators also shared ones. Fails: 404 for one that the caller does not see, 403 for one of somebody
 * else.
 */
export const postRemoveAccount = call({
  method: 'POST',
  path: 'history/accounts/{session_id}/remove',
  summary: 'Remove the account of a session.',
  answer: z.object({ result: z.boolean() }),
});

/** The calls of this file; `calls.ts` joins those of all files. */
export const sessionAccountCalls = {
  getAccountPolicy,
  postAccountPolicy,
  postAccountNotice,
  postAccountLines,
  getSessionAccounts,
  getAccountLines,
  postRemoveAccount,
} as const;
