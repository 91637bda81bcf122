/** Checks whether a person may send an invitation (403, 400, 404), and resend or revoke one. */

import { inviteProblems, type Invite, mayInviteType, userTypeOf } from '#domain/people/invite';
import { seesEverything } from '#domain/people/rights';
import { createFailure } from '../platform/failure/catalogue.ts';
import { forbidden, invalid } from '../platform/failure/failure.ts';
import type { Principal, Scope } from '../platform/principal.ts';
import { covers } from '../locations/visibility.ts';

const noSuchOrganisation = () => createFailure('noOrganisation');

/**
 * Throws for an invitation that the caller may not send: 403 for the user type, which is checked first; 400 with the first problem of the form; 404 for an
 * organisation outside the scope. Source: ROLE-019..021, GAP-56, OPEN-72.
 */
export function checkInvite(caller: Principal, scope: Scope, invite: Invite): void {
  if (userTypeOf(invite.user_type) !== null && !mayInviteType(caller.role, invite.user_type)) {
    throw forbidden(caller.role === null ? 'You cannot invite anybody.' : (inviteProblems(invite, caller.role).user_type ?? ''));
  }
  const problem = Object.values(inviteProblems(invite, caller.role)).find((text) => text !== undefined);
  if (problem !== undefined) throw invalid(problem);
  if (!seesEverything(userTypeOf(invite.user_type)) && !covers(scope, invite.organisation_id)) throw noSuchOrganisation();
}

/** Returns whether the caller may resend or revoke the invitation of an account; this requires the same permission as sending it. */
export const managesAccount = (
  caller: Principal,
  scope: Scope,
  account: { readonly user_type: string; readonly organisation_id: string | null },
): boolean => mayInviteType(caller.role, account.user_type) && covers(scope, account.organisation_id);
