import type { Kysely } from 'kysely';
import { getLocales, getMe, postAssociateCode, postLoginMethod, postSetupMfa, postUpdateMfa } from '#contract/identity';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Identity } from './identity.ts';

/** What the calls of sign-in work with. */
export interface IdentityDependencies {
  readonly database: Kysely<Database>;
  readonly identity: Identity;
}

/** Sign-in and the languages people may choose. */
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
