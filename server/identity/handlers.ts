import { getLocales, getMe, postAssociateCode, postLoginMethod, postSetupMfa, postUpdateMfa } from '#contract/identity';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { World } from '../app/world.ts';

/** Sign-in and the languages people may choose. */
export function identityHandlers({
  database,
  identity,
}: World): Pick<Handlers, 'postLoginMethod' | 'postSetupMfa' | 'postAssociateCode' | 'postUpdateMfa' | 'getLocales' | 'getMe'> {
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
