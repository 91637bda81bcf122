/** Whether accounts of the person's sessions are kept (`selectKeepsAccounts`), as the server last reported: switched on, and the notice was seen. */

import { getAccountPolicy } from '#contract/sessionAccount';
import { keyOf } from '#streams/event';
import { type AnswersState, selectAnswer } from './answers.ts';
import { requestOf } from './viewRequest.ts';

const KEY = keyOf(requestOf(getAccountPolicy, {}));

/** Selects whether accounts of the person's sessions are kept; false until that is known. */
export function selectKeepsAccounts(s: { readonly answers: AnswersState }): boolean {
  const policy = selectAnswer(s, getAccountPolicy, KEY);
  return policy?.is_on === true && policy.notice_seen_at != null;
}
