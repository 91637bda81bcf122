/**
 * The last reported policy for session accounts: whether they are kept (`selectKeepsAccounts`), and whether the operator may be followed (`selectMayFollow`).
 */

import { getAccountPolicy } from '#contract/sessionAccount';
import { instantMs } from '#domain/text/dates';
import { keyOf } from '#streams/event';
import { type AnswersState, selectAnswer } from './answers.ts';
import { requestOf } from './viewRequest.ts';

const KEY = keyOf(requestOf(getAccountPolicy, {}));

interface WithAnswers {
  readonly answers: AnswersState;
}

/** Selects whether accounts of the person's sessions are kept: they are switched on and the person has seen the notice. False until both are known. */
export function selectKeepsAccounts(s: WithAnswers): boolean {
  const policy = selectAnswer(s, getAccountPolicy, KEY);
  return policy?.is_on === true && instantMs(policy.notice_seen_at) !== null;
}

/**
 * Selects whether the person may follow the operator: false if accounts are switched off, or are on and the person has not seen the notice. True until the
 * policy is known.
 */
export function selectMayFollow(s: WithAnswers): boolean {
  const policy = selectAnswer(s, getAccountPolicy, KEY);
  if (policy === undefined) return true;
  return policy.is_on ? instantMs(policy.notice_seen_at) !== null : policy.is_refused !== true;
}
