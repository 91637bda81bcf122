import type { Kysely } from 'kysely';
import { interactionPolicy } from 'oidc-provider';
import { findAccount } from '../accounts.ts';
import type { IdentityTables } from '../tables.ts';

const { Check, base } = interactionPolicy;

/**
 * Returns the policy of when the login page is required. It is if there is no session, another person is requested, the account is blocked or deleted, or the
 * session began before the second factor was set up.
 */
export function loginPolicy(database: Kysely<IdentityTables>): interactionPolicy.DefaultPolicy {
  const policy = base();
  // The console is a first-party client, so there is no consent page.
  policy.remove('consent');
  const login = policy.get('login');
  login?.checks.add(
    new Check('another_person', 'another person is asked for', async ({ oidc }) => {
      const hint = oidc.params?.['login_hint'];
      if (oidc.result?.login !== undefined || typeof hint !== 'string' || hint === '') return Check.NO_NEED_TO_PROMPT;
      const request = await findAccount(database, hint);
      return request?.username !== oidc.session?.accountId ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  login?.checks.add(
    new Check('second_factor', 'the second factor is missing', async ({ oidc }) => {
      const username = oidc.session?.accountId;
      if (username === undefined) return Check.NO_NEED_TO_PROMPT;
      const account = await findAccount(database, username);
      if (account?.disabled_at !== null) return Check.REQUEST_PROMPT;
      const isHalf = account.totp_secret !== null && oidc.session?.amr?.includes('otp') !== true;
      return isHalf ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}
