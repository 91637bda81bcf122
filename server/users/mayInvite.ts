import { inviteProblems, type Invite, mayInviteType, userTypeOf } from '#domain/invite';
import { seesEverything } from '#domain/rights';
import { forbidden, invalid, notFound } from '../platform/failure.ts';
import type { Principal } from '../platform/principal.ts';
import { covers, type Scope } from '../locations/visibility.ts';

const noSuchOrganisation = () => notFound('no such organisation');

/**
 * Refuses an invite that a person may not send: 403 for a type, before anything else is looked at; 400 with the first problem of the form; 404 for
 * an organisation that is not theirs. Source: ROLE-019..021, GAP-56, OPEN-72.
 */
export function checkInvite(caller: Principal, scope: Scope, invite: Invite): void {
  if (userTypeOf(invite.user_type) !== null && !mayInviteType(caller.role, invite.user_type)) {
    throw forbidden(caller.role === null ? 'You cannot invite anybody.' : (inviteProblems(invite, caller.role).user_type ?? ''));
  }
  const problem = Object.values(inviteProblems(invite, caller.role)).find((text) => text !== undefined);
  if (problem !== undefined) throw invalid(problem);
  if (!seesEverything(userTypeOf(invite.user_type)) && !covers(scope, invite.organisation_id)) throw noSuchOrganisation();
}

/** Whether a person may send the invitation of an account again, or take it back: whoever may invite such a person may. */
export const managesAccount = (
  caller: Principal,
  scope: Scope,
  account: { readonly user_type: string; readonly organisation_id: string | null },
): boolean => mayInviteType(caller.role, account.user_type) && covers(scope, account.organisation_id);
