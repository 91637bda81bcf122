/**
 * Accounts of sessions on the server: lines about the screens and actions of people, kept only if their organisation has switched them on. Not in the
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
/** Maximum number of a person's sessions, counting only sessions that the person sees. */
export const MAX_ACCOUNTS = 200;

const kind = z.enum(['session', 'screen', 'command', 'request', 'error']);
const line = { sequence: z.int().check(z.minimum(0), z.maximum(MAX_SESSION_LINES - 1)), kind };

/**
 * One line of an account: an action of a person, or a device that entered the error state during the session. A later line with the same `sequence` replaces
 * it.
 */
const accountLine = z.object({ ...line, at: instant, text: z.string(), outcome: z.string() });
/** One line of an account. */
export type AccountLine = z.infer<typeof accountLine>;

/** The account of a session, without its lines. */
const sessionAccount = z.object({
  session_id: z.string(),
  /** The name of the person whose session it was. */
  author: z.string(),
  is_own: z.boolean(),
  /** Whether other people in the organisation see the account. */
  is_shared: z.boolean(),
  /** Instants of the first and the last line. */
  from: instant,
  to: instant,
  /** Whether the caller may remove the account. */
  may_remove: z.boolean(),
});
/** The account of a session, without its lines. */
export type SessionAccount = z.infer<typeof sessionAccount>;

/**
 * Returns the policy for accounts of the caller's sessions. Accounts are kept only if `is_on`: all organisations of the caller have switched them on, and the
 * user has seen the notice (`notice_seen_at`) since the last change of one of these switches. Lines are removed after `days`. `organisations` are the
 * organisations whose switch the caller may change: for an organisation_admin the admin's own, for a system_admin all, including the provider's staff, whose id
 * is null.
 */
export const getAccountPolicy = call({
  method: 'GET',
  path: 'history/account_policy',
  summary: 'Whether accounts of sessions are kept, for how long, and who may change that.',
  answer: z.object({
    is_on: z.boolean(),
    /** Whether an organisation of the caller has switched accounts off; false while no switch has been changed. */
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
 * Records that the caller has seen the notice, which describes the stored data, their retention and their readers; only the first call after a change of the
 * switch has an effect.
 */
export const postAccountNotice = call({
  method: 'POST',
  path: 'history/account_notice',
  summary: 'Record that the notice about accounts of sessions was seen.',
  answer: z.object({ result: instant }),
});

/**
 * Stores lines of the caller's session, whose id is a UUID created by the client: a repeated line replaces the previous one, so a later request can add its
 * outcome. `is_shared` determines whether the session is shared: with the first lines, and later only in a request without lines, so that a sharing that was
 * ended elsewhere does not return; the response contains the current value. Lines that are older than the retention period, or than the notice that the person
 * has seen, are ignored. This call is not in the audit record, which contains the actions themselves. Fails: 400 for a text that is too long or has control
 * characters, and for an instant in the future; 403 if accounts are off or the notice was not seen; 409 for a session of somebody else, for a removed session,
 * and for more than `MAX_ACCOUNTS` sessions.
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

/**
 * Returns the accounts of the caller's sessions, and those that others in the organisation share, newest first. Staff do not see the accounts of an
 * organisation.
 */
export const getSessionAccounts = call({
  method: 'GET',
  path: 'history/accounts',
  summary: 'The accounts of sessions that the caller may see.',
  query: pageQuery,
  answer: paged(sessionAccount),
});

/** Returns the lines of an account, in order. Fails: 404 for an account that the caller does not see. */
export const getAccountLines = call({
  method: 'GET',
  path: 'history/accounts/{session_id}',
  summary: 'The lines of the account of a session.',
  query: pageQuery,
  answer: paged(accountLine),
});

/**
 * Removes an account: the user's own or, for administrators, also one that others share. Fails: 404 for an account that the caller does not see, 403 for one of
 * somebody else.
 */
export const postRemoveAccount = call({
  method: 'POST',
  path: 'history/accounts/{session_id}/remove',
  summary: 'Remove the account of a session.',
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const sessionAccountCalls = {
  getAccountPolicy,
  postAccountPolicy,
  postAccountNotice,
  postAccountLines,
  getSessionAccounts,
  getAccountLines,
  postRemoveAccount,
} as const;
