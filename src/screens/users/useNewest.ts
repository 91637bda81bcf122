import type { ManagedUser } from '#contract/user';
import type { Answered } from '#hooks/useAnswer';
import { useIsPast } from '#hooks/IntentContext';

/** A list of accounts, with the state of its request. */
export type AccountList = Answered<{ readonly result: readonly ManagedUser[] }>;

const GONE = 'This account is no longer in this list: somebody has changed or deleted it meanwhile.';
const NOT_LOADED = 'The account as it is now could not be loaded.';

/**
 * Returns an account as in the newest list, and why its form cannot be saved: saving an outdated account would undo what somebody else has changed since.
 * Source: PEOPLE11, NEWMAIL6.
 */
export function useNewest(chosen: ManagedUser, { answer, failure, isPending, refresh }: AccountList) {
  const listed = answer?.result.find(({ email }) => email === chosen.email);
  // The list of a past moment says nothing about the account as it is now, and nothing is saved there.
  if (useIsPast()) return { user: chosen, isCurrent: false, refusal: undefined, retry: undefined };
  const refusal = isPending ? undefined : failure !== undefined ? NOT_LOADED : listed === undefined ? GONE : undefined;
  return {
    user: listed ?? chosen,
    isCurrent: !isPending && refusal === undefined,
    refusal,
    retry: refusal === NOT_LOADED ? refresh : undefined,
  };
}
