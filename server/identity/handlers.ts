/** Handlers of sign-in: login method, second factor, own password, locales, profile (`me`). */

import type { Kysely } from 'kysely';
import {
  getLocales,
  getMe,
  postAssociateCode,
  postChangePassword,
  postConfirmMoveMfa,
  postLoginMethod,
  postMe,
  postMoveMfa,
  postSetupMfa,
  postUpdateMfa,
} from '#contract/identity';
import { fieldText, fieldTextProblem } from '#domain/text/fieldText';
import { invalid } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Database } from '../platform/database/tables.ts';
import { rightsOf } from '#domain/people/callRights';
import type { Principal } from '../platform/principal.ts';
import type { Identity } from './identity.ts';
import { storeSeen } from './seenPeople.ts';

/** Dependencies of the sign-in handlers. */
export interface IdentityDependencies {
  readonly database: Kysely<Database>;
  readonly identity: Identity;
  readonly now: () => number;
}

const meOf = ({ username, email, groups, role, secondFactor }: Principal) => ({
  username,
  email,
  groups: [...groups],
  second_factor: secondFactor,
  rights: [...rightsOf(role)],
});

type IdentityCall =
  | 'postLoginMethod'
  | 'postSetupMfa'
  | 'postAssociateCode'
  | 'postUpdateMfa'
  | 'postChangePassword'
  | 'postMoveMfa'
  | 'postConfirmMoveMfa'
  | 'getLocales'
  | 'getMe'
  | 'postMe';

/** Returns the trimmed name of an authenticator. Throws for an invalid name. */
function deviceName(given: string): string {
  const problem = fieldTextProblem(given, { label: 'Device name', isRequired: true });
  if (problem !== undefined) throw invalid(problem);
  return fieldText(given);
}

/** Creates the handlers of sign-in and of the list of locales. */
export function identityHandlers({ database, identity, now }: IdentityDependencies): Pick<Handlers, IdentityCall> {
  // A sign-in does not wait for its audit line, and does not fail if the line cannot be written.
  const seen = (caller: Principal) => {
    if (!identity.administration.managesAccounts) void storeSeen(database, caller, now()).catch(() => undefined);
    return caller;
  };
  return {
    postLoginMethod: serve(postLoginMethod, ({ body }) => identity.loginMethod(body)),
    postSetupMfa: serve(postSetupMfa, ({ body, caller }) => identity.setupMfa(caller, body)),
    postAssociateCode: serve(postAssociateCode, ({ body, caller }) =>
      identity.associateCode(caller, { ...body, device_name: deviceName(body.device_name) }),
    ),
    postUpdateMfa: serve(postUpdateMfa, ({ body, caller }) => identity.updateMfa(caller, body)),
    postChangePassword: serve(postChangePassword, ({ body, caller }) => identity.changePassword(caller, body)),
    postMoveMfa: serve(postMoveMfa, ({ caller }) => identity.moveMfa(caller)),
    postConfirmMoveMfa: serve(postConfirmMoveMfa, ({ body, caller }) =>
      identity.confirmMoveMfa(caller, { ...body, device_name: deviceName(body.device_name) }),
    ),
    getMe: serve(getMe, ({ caller }) => meOf(seen(caller))),
    postMe: serve(postMe, async ({ caller, body }) => {
      const secondFactor = caller.secondFactor || (await identity.proveSecondFactor(caller, body.id_token));
      return meOf({ ...seen(caller), secondFactor });
    }),
    getLocales: serve(getLocales, async () => ({ result: await database.selectFrom('locale').selectAll().orderBy('name').execute() })),
  };
}
