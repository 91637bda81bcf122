import type { Kysely } from 'kysely';
import { getLocales, getMe, postAssociateCode, postLoginMethod, postSetupMfa, postUpdateMfa } from '#contract/identity';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Identity } from './identity.ts';

/** Dependencies of the sign-in handlers. */
export interface IdentityDependencies {
  readonly database: Kysely<Database>;
  readonly identity: Identity;
}

/** Creates the handlers of sign-in and of the list of locales. */
export function identityHandlers({
  database,
  identity,
}: IdentityDependencies): Pick<
  Handlers,
  'postLoginMethod' | 'postSetupMfa' | 'postAssociateCode' | 'postUpdateMfa' | 'getLocales' | 'getMe'
> {
  return {
    postLoginMethod: serve(postLoginMethod, ({ body }) => identity.loginMethod(body)),
    postSetupMfa: serve(postSetupMfa, ({ body, caller }) => identity.setupMfa(caller, body)),
    postAssociateCode: serve(postAssociateCode, ({ body, caller }) => identity.associateCode(caller, body)),
    postUpdateMfa: serve(postUpdateMfa, ({ body, caller }) => identity.updateMfa(caller, body)),
    getMe: serve(getMe, ({ caller: { username, email, groups, secondFactor } }) => ({
      username,
      email,
      groups: [...groups],
      second_factor: secondFactor,
    })),
    getLocales: serve(getLocales, async () => ({ result: await database.selectFrom('locale').selectAll().orderBy('name').execute() })),
  };
}
